package zhicai.shell;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;
import static zhicai.shell.Phone.ORIGIN;
import static zhicai.shell.Phone.request;

import android.webkit.WebResourceResponse;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;

/** Requests are answered from the package, as the table says, and from nowhere else. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = 34)
public class SiteTest {
    private static final File FOLDER = new File(System.getProperty("zhicai.site"));
    private Table table;
    private Site site;

    @Before
    public void open() {
        table = Table.read(RuntimeEnvironment.getApplication().getAssets());
        site = new Site(RuntimeEnvironment.getApplication().getAssets(), table);
    }

    private static byte[] body(WebResourceResponse answer) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (InputStream in = answer.getData()) {
            Copying.copy(in, read);
        }
        return read.toByteArray();
    }

    private WebResourceResponse get(String path, String... headers) {
        return site.answer(request("GET", ORIGIN + path, headers));
    }

    private static List<File> files(File folder) {
        List<File> found = new ArrayList<>();
        for (File each : folder.listFiles()) {
            found.addAll(each.isDirectory() ? files(each) : Arrays.asList(each));
        }
        return found;
    }

    @Test
    public void everyFileOfTheSiteIsAnsweredWithItsContentKindAndHeaders() throws IOException {
        List<File> files = files(FOLDER);
        assertTrue(files.size() + " files", files.size() >= 4);
        for (File file : files) {
            String name = FOLDER.toURI().relativize(file.toURI()).getPath();
            WebResourceResponse answer = get("/" + name);
            assertEquals(name, 200, answer.getStatusCode());
            assertArrayEquals(name, Files.readAllBytes(file.toPath()), body(answer));
            assertEquals(name, Long.toString(file.length()), answer.getResponseHeaders().get("Content-Length"));
            assertEquals(name, table.type(name), answer.getMimeType());
            for (String header : table.headers.keySet()) {
                assertEquals(name, table.headers.get(header), answer.getResponseHeaders().get(header));
            }
            WebResourceResponse head = site.answer(request("HEAD", ORIGIN + "/" + name));
            assertEquals(name, 200, head.getStatusCode());
            assertEquals(name, 0, body(head).length);
            assertEquals(name, Long.toString(file.length()), head.getResponseHeaders().get("Content-Length"));
        }
    }

    @Test
    public void kindsAreAsTheTableSays() {
        assertEquals("text/html", get("/").getMimeType());
        assertEquals("utf-8", get("/").getEncoding());
        assertEquals("text/javascript", get("/python.js").getMimeType());
        assertEquals("application/wasm", table.type("canvaskit/canvaskit.wasm"));
        assertEquals("application/octet-stream", table.type("a.b/NOTICES"));
    }

    @Test
    public void whatHasNoExtensionIsAPageOfTheApp() throws IOException {
        byte[] index = Files.readAllBytes(new File(FOLDER, "index.html").toPath());
        for (String path : new String[] {"", "/", "/rulings", "/clause/bridge-2017/64A1?step=2", "/assets", "/牌/规则"}) {
            assertArrayEquals(path, index, body(get(path)));
            assertEquals(path, 200, get(path).getStatusCode());
        }
    }

    @Test
    public void whatIsNotThereIsMissing() throws IOException {
        String[] absent = {"/none.js", "/../shell.json", "/%2e%2e/shell.json", "/a/..%2f..%2fshell.json", "/shell.json"};
        for (String path : absent) {
            WebResourceResponse answer = get(path);
            assertEquals(path, 404, answer.getStatusCode());
            assertEquals(path, 0, body(answer).length);
        }
    }

    @Test
    public void othersAreRefused() throws IOException {
        for (String address : new String[] {
            "https://zhicai.invalid.example/", "http://zhicai.invalid/", "https://zhicai.invalid:444/",
            "https://zhicai.invalid@example.com/", "https://example.com/index.html", "file:///android_asset/shell.json",
            "content://cn.zhicai.app.files/a/b", "about:blank", "ws://zhicai.invalid/", "https://zhicai.invali"}) {
            WebResourceResponse answer = site.answer(request("GET", address));
            assertNotNull(address, answer);
            assertEquals(address, 403, answer.getStatusCode());
            assertEquals(address, 0, body(answer).length);
        }
    }

    @Test
    public void onlyReadingIsAnswered() {
        for (String method : new String[] {"POST", "PUT", "DELETE", "OPTIONS"}) {
            assertEquals(method, 405, site.answer(request(method, ORIGIN + "/")).getStatusCode());
        }
    }

    @Test
    public void aPartIsAnswered() throws IOException {
        byte[] whole = Files.readAllBytes(new File(FOLDER, "index.html").toPath());
        int size = whole.length;
        assertPart(whole, "bytes=0-9", 0, 9);
        assertPart(whole, "bytes=10-19", 10, 19);
        assertPart(whole, "bytes=10-", 10, size - 1);
        assertPart(whole, "bytes=-7", size - 7, size - 1);
        assertPart(whole, "bytes=5-" + size * 10L, 5, size - 1);
        assertPart(whole, "bytes=-" + size * 10L, 0, size - 1);
        for (String odd : new String[] {"bytes=", "bytes=-", "bytes=9-5", "bytes=1-2,4-5", "lines=1-2", "bytes=a-b"}) {
            assertEquals(odd, 200, get("/index.html", "Range", odd).getStatusCode());
        }
        for (String beyond : new String[] {"bytes=" + size + "-", "bytes=-0", "bytes=999999999-"}) {
            WebResourceResponse answer = get("/index.html", "Range", beyond);
            assertEquals(beyond, 416, answer.getStatusCode());
            assertEquals("bytes */" + size, answer.getResponseHeaders().get("Content-Range"));
        }
    }

    private void assertPart(byte[] whole, String range, int first, int last) throws IOException {
        byte[] wanted = Arrays.copyOfRange(whole, first, last + 1);
        WebResourceResponse answer = get("/index.html", "range", range);
        assertEquals(range, 206, answer.getStatusCode());
        String said = "bytes " + first + "-" + last + "/" + whole.length;
        assertEquals(said, answer.getResponseHeaders().get("Content-Range"));
        assertEquals(Integer.toString(wanted.length), answer.getResponseHeaders().get("Content-Length"));
        assertArrayEquals(range, wanted, body(answer));
        // As a WebView reads it, which skips by itself to where the part begins, after a look at how much there is.
        InputStream in = get("/index.html", "Range", range).getData();
        assertEquals(whole.length, in.available());
        for (long left = first; left > 0; left -= in.skip(left)) {
            assertTrue(left > 0);
        }
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        Copying.copy(in, read);
        assertArrayEquals(range, wanted, read.toByteArray());
    }
}
