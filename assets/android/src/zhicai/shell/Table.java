package zhicai.shell;

import android.content.res.AssetManager;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;

/** The table shell.json: what is answered to the page. The server that stands for this in tests reads the same. */
final class Table {
    static final String FILE = "shell.json";

    final String origin;
    final String index;
    final int missing;
    final int foreign;
    final int oldestWebView;
    final Map<String, String> headers;
    private final Map<String, String> types;

    Table(JSONObject table) throws JSONException {
        origin = table.getString("origin");
        index = table.getString("index");
        missing = table.getInt("missing");
        foreign = table.getInt("foreign");
        oldestWebView = table.getInt("oldest_webview");
        headers = strings(table.getJSONObject("headers"));
        types = strings(table.getJSONObject("types"));
    }

    /** Reads the table of this package. */
    static Table read(AssetManager assets) {
        try (InputStream in = assets.open(FILE)) {
            return new Table(new JSONObject(text(in)));
        } catch (IOException | JSONException broken) {
            throw new IllegalStateException(FILE, broken); // a package without it was never whole
        }
    }

    /** Returns what a file is, by the end of its name. */
    String type(String name) {
        int dot = name.lastIndexOf('.');
        String type = types.get(dot > name.lastIndexOf('/') ? name.substring(dot) : "");
        return type != null ? type : types.get("");
    }

    /** Returns whether an address lies within the one origin there is. */
    boolean isOurs(String address) {
        return address != null && (address.equals(origin) || address.startsWith(origin + "/"));
    }

    private static Map<String, String> strings(JSONObject from) throws JSONException {
        Map<String, String> found = new HashMap<>();
        for (Iterator<String> names = from.keys(); names.hasNext();) {
            String name = names.next();
            found.put(name, from.getString(name));
        }
        return found;
    }

    private static String text(InputStream in) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] piece = new byte[8192];
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
            read.write(piece, 0, length);
        }
        return read.toString("UTF-8");
    }
}
