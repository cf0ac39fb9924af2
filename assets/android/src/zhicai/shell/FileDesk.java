package zhicai.shell;

import android.content.Context;
import android.net.Uri;
import android.os.Handler;
import android.os.HandlerThread;
import java.io.File;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** The files on their way to and from the page, on a thread of their own: in order, and away from what is drawn. */
final class FileDesk {
    private static final int AT_ONCE = 16;

    /** Takes a file that is whole, to save, share or print it. Called on the files' own thread. */
    interface Taker {
        void whole(OutgoingFile file, Reply reply);
    }

    private final Context context;
    private final Taker taker;
    private final HandlerThread thread = new HandlerThread("files");
    private final Handler work;
    private final Map<Integer, OutgoingFile> outgoing = new HashMap<>();
    private final Map<Integer, IncomingFile> incoming = new HashMap<>();

    private int last; // number of a file

    FileDesk(Context context, Taker taker) {
        this.context = context;
        this.taker = taker;
        thread.start();
        work = new Handler(thread.getLooper());
    }

    /** Does something on the files' thread, after what was asked before. */
    void run(Runnable task) {
        work.post(task);
    }

    /** Does what is under way and stops. */
    void stop() {
        work.post(new Runnable() {
            @Override
            public void run() {
                forget();
            }
        });
        thread.quitSafely();
    }

    /** Does one of begin, piece, finish, read, close. */
    void take(final String what, final JSONObject how, final Reply reply) {
        work.post(new Runnable() {
            @Override
            public void run() {
                try {
                    doing(what, how, reply);
                } catch (JSONException wrong) {
                    reply.no(Reply.ODD);
                } catch (Refusal refused) {
                    reply.no(refused.code);
                }
            }
        });
    }

    /** Answers with what was chosen, ready to be read; to nobody's question it is told as opened. */
    void choose(final List<Uri> addresses, final Reply reply) {
        work.post(new Runnable() {
            @Override
            public void run() {
                JSONArray files = new JSONArray();
                String refused = Reply.MISSING;
                for (Uri address : addresses) {
                    try {
                        files.put(opened(address));
                    } catch (Refusal refusal) {
                        refused = refusal.code;
                    }
                }
                if (files.length() > 0) {
                    reply.ok("files", files);
                } else {
                    reply.no(refused);
                }
            }
        });
    }

    /** Forgets the files of a page that is gone. */
    void reset() {
        work.post(new Runnable() {
            @Override
            public void run() {
                forget();
            }
        });
    }

    private void forget() {
        for (OutgoingFile each : outgoing.values()) {
            each.drop();
        }
        for (IncomingFile each : incoming.values()) {
            each.close();
        }
        outgoing.clear();
        incoming.clear();
    }

    private JSONObject opened(Uri address) throws Refusal {
        if (incoming.size() >= AT_ONCE * 4) {
            throw new Refusal(Reply.ODD);
        }
        int key = ++last;
        IncomingFile file = new IncomingFile(context.getContentResolver(), address);
        JSONObject described = file.describe(key);
        incoming.put(key, file);
        return described;
    }

    private void doing(String what, JSONObject how, Reply reply) throws Refusal, JSONException {
        if (what.equals("begin")) {
            begin(how, reply);
            return;
        }
        int key = how.getInt("file");
        if (what.equals("read")) {
            incoming(key).read(how.getInt("n"), reply);
            return;
        }
        if (what.equals("close")) {
            close(key);
            reply.ok();
            return;
        }
        OutgoingFile file = outgoing.get(key);
        if (file == null) {
            throw new Refusal(Reply.MISSING);
        }
        try {
            if (what.equals("piece")) {
                file.piece(how.getInt("n"), how.getString("data"));
                reply.ok("n", how.getInt("n"));
            } else {
                outgoing.remove(key);
                file.finish(how.optString("sha256"));
                taker.whole(file, reply);
            }
        } catch (Refusal refused) {
            outgoing.remove(key);
            file.drop();
            throw refused;
        }
    }

    private void begin(JSONObject how, Reply reply) throws Refusal, JSONException {
        if (outgoing.size() >= AT_ONCE) {
            throw new Refusal(Reply.ODD);
        }
        int key = ++last;
        File folder = new File(Folders.outgoing(context), UUID.randomUUID().toString());
        outgoing.put(key, new OutgoingFile(folder, how));
        reply.ok("file", key);
    }

    private IncomingFile incoming(int key) throws Refusal {
        IncomingFile file = incoming.get(key);
        if (file == null) {
            throw new Refusal(Reply.MISSING);
        }
        return file;
    }

    private void close(int key) {
        IncomingFile read = incoming.remove(key);
        OutgoingFile written = outgoing.remove(key);
        if (read != null) {
            read.close();
        }
        if (written != null) {
            written.drop();
        }
    }
}
