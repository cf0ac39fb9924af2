package zhicai.shell;

import org.json.JSONException;
import org.json.JSONObject;

/** Makes what is said to the page. */
final class Message {
    private Message() {}

    /** Returns an object of names and values in turn; a value that is null is left out. */
    static JSONObject of(Object... pairs) {
        JSONObject made = new JSONObject();
        try {
            for (int at = 0; at < pairs.length; at += 2) {
                made.put((String) pairs[at], pairs[at + 1]);
            }
        } catch (JSONException impossible) {
            throw new IllegalArgumentException(impossible); // a number that is none
        }
        return made;
    }
}
