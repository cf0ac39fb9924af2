package zhicai.shell;

import android.net.Uri;
import android.os.Handler;
import android.os.Looper;
import android.webkit.WebMessage;
import android.webkit.WebMessagePort;
import android.webkit.WebView;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * What page and shell say to each other: JSON over a port that is given to the page of our origin and to no other.
 *
 * A message is heard only while the page in the window is ours, and only from the page that was given the port last.
 */
final class Bridge {
    private static final String GREETING = "zhicai";
    private static final int WAITING_AT_MOST = 32;

    /** Does what the page asks; an exception for what is missing or of a wrong kind is answered as odd. */
    interface Hands {
        void take(String what, JSONObject how, Reply reply) throws JSONException;
    }

    private final WebView page;
    private final Table table;
    private final Hands hands;
    private final Handler main = new Handler(Looper.getMainLooper());
    private final List<JSONObject> waiting = new ArrayList<>();
    private Line line;
    private boolean greeted;

    Bridge(WebView page, Table table, Hands hands) {
        this.page = page;
        this.table = table;
        this.hands = hands;
    }

    /** Gives the page that has been loaded a port of its own; the one before hears nothing any more. */
    void offer() {
        close();
        WebMessagePort[] ends = page.createWebMessageChannel();
        line = new Line(ends[0]);
        ends[0].setWebMessageCallback(line, main);
        page.postWebMessage(new WebMessage(GREETING, new WebMessagePort[] {ends[1]}), Uri.parse(table.origin));
    }

    /** Hears and says nothing any more. */
    void close() {
        if (line != null) {
            line.port.close();
        }
        line = null;
        greeted = false;
    }

    /** Returns whether a page listens. */
    boolean isOpen() {
        return line != null && greeted;
    }

    /** Says something to the page, if it listens. */
    void tell(JSONObject message) {
        if (isOpen()) {
            line.send(message);
        }
    }

    /** Says something to the page, or to the next one as soon as it has greeted. */
    void tellInTime(JSONObject message) {
        if (isOpen()) {
            line.send(message);
        } else if (waiting.size() < WAITING_AT_MOST) {
            waiting.add(message);
        }
    }

    /** Says what has waited. */
    void greeted() {
        greeted = true;
        for (JSONObject message : new ArrayList<>(waiting)) {
            tell(message);
        }
        waiting.clear();
    }

    /** One end of a channel. */
    private final class Line extends WebMessagePort.WebMessageCallback implements Reply.Way {
        private final WebMessagePort port;

        Line(WebMessagePort port) {
            this.port = port;
        }

        @Override
        public void onMessage(WebMessagePort from, WebMessage message) {
            if (line != this || !table.isOurs(page.getUrl())) {
                return;
            }
            JSONObject said;
            try {
                said = new JSONObject(message.getData());
            } catch (JSONException | NullPointerException noMessage) {
                return; // nobody to answer
            }
            Reply reply = new Reply(said.opt("id"), this);
            try {
                hands.take(said.optString("do"), said, reply);
            } catch (JSONException wrong) {
                reply.no(Reply.ODD);
            }
        }

        @Override
        public void send(final JSONObject message) {
            if (Looper.myLooper() == Looper.getMainLooper()) {
                if (line == this) {
                    port.postMessage(new WebMessage(message.toString()));
                }
                return;
            }
            main.post(new Runnable() {
                @Override
                public void run() {
                    send(message);
                }
            });
        }
    }
}
