package zhicai.shell;

import android.content.Context;
import android.media.AudioAttributes;
import android.os.VibrationEffect;
import android.os.Vibrator;

/** Vibrates for a clock: as an alarm does, so that it is felt when the phone is silent. */
final class Shaking {
    private static final long[] STEP = {0, 200, 100, 200}; // ms, still and shaking
    private static final long[] END = {0, 500, 150, 500, 150, 500};

    private Shaking() {}

    /** Returns whether the phone can. */
    static boolean isPossible(Context context) {
        Vibrator vibrator = context.getSystemService(Vibrator.class);
        return vibrator != null && vibrator.hasVibrator();
    }

    /** Vibrates as for a step of a clock or for its end. */
    static void shake(Context context, String kind) {
        if (isPossible(context)) {
            VibrationEffect effect = VibrationEffect.createWaveform(kind.equals("end") ? END : STEP, -1);
            AudioAttributes alarm = new AudioAttributes.Builder().setUsage(AudioAttributes.USAGE_ALARM).build();
            context.getSystemService(Vibrator.class).vibrate(effect, alarm);
        }
    }
}
