package zhicai.shell;

import android.content.ClipData;
import android.content.ClipboardManager;
import android.view.WindowManager;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** What the page can ask of the shell, one name each: app/browser/messages.d.ts has them all. */
final class Commands implements Bridge.Hands {
    private static final int COPIED_AT_MOST = 200000; // characters: more does not fit through to the clipboard

    private final Main window;
    private final FileDesk files;
    private final Pickers pickers;
    private final Voice voice;

    Commands(Main window, FileDesk files, Pickers pickers, Voice voice) {
        this.window = window;
        this.files = files;
        this.pickers = pickers;
        this.voice = voice;
    }

    @Override
    public void take(String what, JSONObject how, Reply reply) throws JSONException {
        switch (what) {
            case "hello":
                window.greet(reply);
                break;
            case "begin":
            case "piece":
            case "finish":
            case "read":
            case "close":
                files.take(what, how, reply);
                break;
            case "open":
                pickers.open(strings(how.getJSONArray("types")), how.getBoolean("many"), reply);
                break;
            case "voices":
                voice.voices(reply);
                break;
            case "say":
                voice.say(strings(how.getJSONArray("lines")), how.getString("script"), reply);
                break;
            case "hush":
                voice.hush();
                reply.ok();
                break;
            case "ring":
                Shaking.shake(window, how.getString("kind"));
                reply.ok();
                break;
            case "awake":
                stayAwake(how.getBoolean("on"));
                reply.ok();
                break;
            case "look":
                window.paint(how.getBoolean("dark"));
                reply.ok();
                break;
            case "copy":
                copy(how.getString("text"), reply);
                break;
            case "leave":
                reply.ok();
                window.finish();
                break;
            case "backed":
                window.backed(how.getBoolean("handled"));
                break;
            default:
                reply.no(Reply.UNKNOWN);
        }
    }

    private void stayAwake(boolean wanted) {
        if (wanted) {
            window.getWindow().addFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
        } else {
            window.getWindow().clearFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
        }
    }

    private void copy(String text, Reply reply) {
        if (text.length() > COPIED_AT_MOST) {
            reply.no(Reply.ROOM);
            return;
        }
        window.getSystemService(ClipboardManager.class).setPrimaryClip(ClipData.newPlainText("", text));
        reply.ok();
    }

    private static List<String> strings(JSONArray from) throws JSONException {
        List<String> found = new ArrayList<>();
        for (int at = 0; at < from.length(); at++) {
            found.add(from.getString(at));
        }
        return found;
    }
}
