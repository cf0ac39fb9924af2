package zhicai.shell;

import android.content.res.AssetManager;
import android.net.Uri;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Answers every request of the page with a file of this package; what is asked of others is refused, never fetched.
 *
 * A build that may speak to one host (a hall) would let through that one here, and have the permission for it in its manifest.
 */
final class Site {
    private static final String FOLDER = "site/";

    private final AssetManager assets;
    private final Table table;

    Site(AssetManager assets, Table table) {
        this.assets = assets;
        this.table = table;
    }

    /** Returns the answer; never null, for which a WebView would turn to the network. */
    WebResourceResponse answer(WebResourceRequest request) {
        Uri address = request.getUrl();
        if (!table.isOurs(address.toString())) {
            return nothing(table.foreign, "Forbidden");
        }
        boolean headOnly = "HEAD".equals(request.getMethod());
        if (!headOnly && !"GET".equals(request.getMethod())) {
            return nothing(405, "Method Not Allowed");
        }
        String name = address.getPath() == null ? "" : address.getPath().replaceFirst("^/+", "");
        try {
            return answer(name, range(request), headOnly);
        } catch (IOException noFile) {
            return nothing(table.missing, "Not Found");
        }
    }

    /** Opens a file of the site. What is no file and has no extension is a page of the app, whose address the app reads. */
    private InputStream open(String name) throws IOException {
        for (String step : name.split("/")) {
            if (step.equals(".") || step.equals("..")) {
                throw new FileNotFoundException(name);
            }
        }
        return assets.open(FOLDER + name, AssetManager.ACCESS_STREAMING);
    }

    private WebResourceResponse answer(String asked, String range, boolean headOnly) throws IOException {
        String name = asked;
        InputStream file;
        try {
            file = open(name);
        } catch (IOException noFile) {
            if (asked.indexOf('.', asked.lastIndexOf('/') + 1) >= 0) {
                throw noFile;
            }
            name = table.index;
            file = open(name);
        }
        long size = file.available(); // an asset knows how much of it is left
        long[] part = Ranges.of(range, size);
        Map<String, String> headers = new HashMap<>(table.headers);
        int status = 200;
        String reason = "OK";
        if (part == Ranges.BEYOND) {
            file.close();
            headers.put("Content-Range", "bytes */" + size);
            return response(name, 416, "Range Not Satisfiable", headers, empty());
        }
        long length = size;
        InputStream body = file;
        if (part != null) {
            status = 206;
            reason = "Partial Content";
            length = part[1] - part[0] + 1;
            headers.put("Content-Range", "bytes " + part[0] + "-" + part[1] + "/" + size);
            body = new PartStream(file, part[0], part[1], size);
        }
        headers.put("Content-Length", Long.toString(length));
        if (headOnly) {
            file.close();
            body = empty();
        }
        return response(name, status, reason, headers, body);
    }

    private WebResourceResponse response(
            String name, int status, String reason, Map<String, String> headers, InputStream body) {
        String type = table.type(name);
        boolean text = type.startsWith("text/") || type.equals("application/json") || type.endsWith("+xml");
        return new WebResourceResponse(type, text ? "utf-8" : null, status, reason, headers, body);
    }

    private WebResourceResponse nothing(int status, String reason) {
        Map<String, String> headers = new HashMap<>(table.headers);
        headers.put("Content-Length", "0");
        return new WebResourceResponse("text/plain", "utf-8", status, reason, headers, empty());
    }

    private static InputStream empty() {
        return new ByteArrayInputStream(new byte[0]);
    }

    private static String range(WebResourceRequest request) {
        Map<String, String> headers = request.getRequestHeaders();
        if (headers != null) {
            for (Map.Entry<String, String> header : headers.entrySet()) {
                if ("Range".equalsIgnoreCase(header.getKey())) {
                    return header.getValue();
                }
            }
        }
        return null;
    }
}
