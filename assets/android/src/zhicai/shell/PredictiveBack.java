package zhicai.shell;

import android.annotation.TargetApi;
import android.app.Activity;
import android.window.OnBackInvokedCallback;
import android.window.OnBackInvokedDispatcher;

/** The back gesture from Android 13 on. A class of its own: an older Android does not know what it is made of. */
@TargetApi(33)
final class PredictiveBack implements OnBackInvokedCallback {
    private final Runnable back;

    private PredictiveBack(Runnable back) {
        this.back = back;
    }

    /** Has the gesture do this. */
    static void listen(Activity activity, Runnable back) {
        activity.getOnBackInvokedDispatcher()
                .registerOnBackInvokedCallback(OnBackInvokedDispatcher.PRIORITY_DEFAULT, new PredictiveBack(back));
    }

    @Override
    public void onBackInvoked() {
        back.run();
    }
}
