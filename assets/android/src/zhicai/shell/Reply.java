package zhicai.shell;

import org.json.JSONException;
import org.json.JSONObject;

/** The answer to one message of the page; from any thread, and only once. The page has the words, this has a code. */
final class Reply {
    static final String CANCELLED = "cancelled";
    static final String DENIED = "denied";
    static final String ROOM = "room";
    static final String MISSING = "missing";
    static final String ODD = "odd";
    static final String UNKNOWN = "unknown";

    /** Brings an answer to the page that asked, if it is still there. */
    interface Way {
        void send(JSONObject answer);
    }

    private final Object id;
    private final Way way;
    private boolean given;

    Reply(Object id, Way way) {
        this.id = id;
        this.way = way;
    }

    /** Answers that it is done, with names and values in turn. */
    void ok(Object... more) {
        JSONObject answer = Message.of(more);
        give(answer, "ok", true);
    }

    /** Answers that it is not. */
    void no(String code) {
        give(new JSONObject(), "no", code);
    }

    private synchronized void give(JSONObject answer, String name, Object value) {
        if (given) {
            return;
        }
        given = true;
        try {
            way.send(answer.put("id", id).put(name, value));
        } catch (JSONException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
