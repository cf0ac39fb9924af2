package zhicai.shell;

import android.content.Context;
import android.media.AudioAttributes;
import android.os.Handler;
import android.os.Looper;
import android.speech.tts.TextToSpeech;
import android.speech.tts.UtteranceProgressListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads aloud, by a Chinese voice of the system's engine that needs no network: what is read must not leave the phone. */
final class Voice extends UtteranceProgressListener implements TextToSpeech.OnInitListener {
    private static final float CALM = 0.9f; // of the usual rate
    private static final int STARTS_WITHIN = 5000; // ms, else there is none
    private static final String[] HANS = {"zh-cn", "zh-hans", "cmn-cn", "cmn-hans", "zh-sg", "zh", "cmn", "yue"};
    private static final String[] HANT = {"zh-tw", "cmn-tw", "cmn-hant", "zh-hk", "zh-mo", "zh-hant", "yue", "zh", "cmn"};

    private final Context context;
    private final Handler main = new Handler(Looper.getMainLooper());
    private final List<Runnable> waiting = new ArrayList<>();
    private final Runnable tooLate = new Runnable() {
        @Override
        public void run() {
            onInit(TextToSpeech.ERROR);
        }
    };
    private TextToSpeech engine;
    private boolean ready;
    private boolean usable;
    private Reply saying;
    private String last = "";
    private int turn;

    Voice(Context context) {
        this.context = context;
    }

    /** Answers for which scripts there is a voice, when the engine has started. */
    void voices(final Reply reply) {
        whenReady(new Runnable() {
            @Override
            public void run() {
                reply.ok("hans", best(HANS) != null, "hant", best(HANT) != null);
            }
        });
    }

    /** Reads lines aloud in place of what is being read; answers when they are read, or hushed. */
    void say(final List<String> lines, final String script, final Reply reply) {
        hush();
        saying = reply;
        whenReady(new Runnable() {
            @Override
            public void run() {
                if (saying == reply) {
                    begin(lines, script.equals("hant") ? HANT : HANS);
                }
            }
        });
    }

    /** Says nothing any more. */
    void hush() {
        if (engine != null && ready && usable) {
            engine.stop();
        }
        end("");
    }

    /** Lets go of the engine. */
    void stop() {
        hush();
        main.removeCallbacks(tooLate);
        if (engine != null) {
            engine.shutdown();
        }
        engine = null;
        ready = false;
        waiting.clear();
    }

    @Override
    public void onInit(int status) {
        if (ready) {
            return;
        }
        main.removeCallbacks(tooLate);
        ready = true;
        usable = status == TextToSpeech.SUCCESS && engine != null;
        if (usable) {
            engine.setOnUtteranceProgressListener(this);
            engine.setAudioAttributes(new AudioAttributes.Builder()
                    .setUsage(AudioAttributes.USAGE_MEDIA)
                    .setContentType(AudioAttributes.CONTENT_TYPE_SPEECH)
                    .build());
        }
        for (Runnable each : new ArrayList<>(waiting)) {
            each.run();
        }
        waiting.clear();
    }

    private void whenReady(Runnable task) {
        if (ready && usable) {
            task.run();
            return;
        }
        waiting.add(task);
        if (engine == null || ready) { // not asked yet, or it failed: an engine may have been installed since
            ready = false;
            if (engine != null) {
                engine.shutdown();
            }
            engine = new TextToSpeech(context, new TextToSpeech.OnInitListener() {
                @Override
                public void onInit(final int status) {
                    main.post(new Runnable() { // it may call before it is built
                        @Override
                        public void run() {
                            Voice.this.onInit(status);
                        }
                    });
                }
            });
            main.postDelayed(tooLate, STARTS_WITHIN);
        }
    }

    private void begin(List<String> lines, String[] kinds) {
        android.speech.tts.Voice voice = best(kinds);
        if (voice == null) {
            end(Reply.MISSING);
            return;
        }
        engine.setVoice(voice);
        engine.setSpeechRate(CALM);
        turn += 1;
        last = turn + ":" + (lines.size() - 1);
        if (lines.isEmpty()) {
            end("");
            return;
        }
        for (int at = 0; at < lines.size(); at++) {
            int how = at == 0 ? TextToSpeech.QUEUE_FLUSH : TextToSpeech.QUEUE_ADD;
            if (engine.speak(lines.get(at), how, null, turn + ":" + at) != TextToSpeech.SUCCESS) {
                engine.stop();
                end(Reply.ODD);
                return;
            }
        }
    }

    /** Returns the voice whose kind comes first, if there is any. */
    private android.speech.tts.Voice best(String[] kinds) {
        android.speech.tts.Voice best = null;
        int bestRank = kinds.length;
        Set<android.speech.tts.Voice> voices = usable ? engine.getVoices() : null;
        if (voices == null) {
            return null;
        }
        for (android.speech.tts.Voice each : voices) {
            boolean here = !each.isNetworkConnectionRequired()
                    && !each.getFeatures().contains(TextToSpeech.Engine.KEY_FEATURE_NOT_INSTALLED);
            int rank = here ? rank(each.getLocale(), kinds) : kinds.length;
            if (rank < bestRank || (rank == bestRank && best != null && each.getName().compareTo(best.getName()) < 0)) {
                best = each;
                bestRank = rank;
            }
        }
        return best;
    }

    /** Returns where the language of a voice comes among the kinds; behind all of them if it is none. */
    static int rank(Locale locale, String[] kinds) {
        String tag = locale.toLanguageTag().toLowerCase(Locale.ROOT).replace("zho", "zh");
        for (int at = 0; at < kinds.length; at++) {
            if (tag.equals(kinds[at]) || tag.startsWith(kinds[at] + "-")) {
                return at;
            }
        }
        return kinds.length;
    }

    private void end(String code) {
        Reply reply = saying;
        saying = null;
        last = "";
        if (reply != null && code.isEmpty()) {
            reply.ok();
        } else if (reply != null) {
            reply.no(code);
        }
    }

    private void endIf(final String utterance, final String code) {
        main.post(new Runnable() {
            @Override
            public void run() {
                boolean failed = !code.isEmpty() && utterance != null && utterance.startsWith(turn + ":");
                if (!last.isEmpty() && (failed || last.equals(utterance))) {
                    end(code);
                }
            }
        });
    }

    @Override
    public void onStart(String utterance) {}

    @Override
    public void onDone(String utterance) {
        endIf(utterance, "");
    }

    @Override
    public void onError(String utterance) {
        endIf(utterance, Reply.ODD);
    }

    @Override
    public void onError(String utterance, int code) {
        endIf(utterance, Reply.ODD);
    }
}
