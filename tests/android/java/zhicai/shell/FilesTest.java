package zhicai.shell;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;
import static org.robolectric.Shadows.shadowOf;
import static zhicai.shell.Phone.assertNo;
import static zhicai.shell.Phone.assertOk;

import android.app.Activity;
import android.content.ClipData;
import android.content.ContentResolver;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.ParcelFileDescriptor;
import android.print.PageRange;
import android.print.PrintDocumentAdapter;
import android.print.PrintDocumentInfo;
import android.provider.OpenableColumns;
import android.util.Base64;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowActivity;

/** Files on their way out and in: pieces, the system's pickers, sharing and printing. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = 34, shadows = {Phone.Posted.class, Phone.Workers.class})
public class FilesTest {
    private static final int PIECE = 192 * 1024;
    private static final Uri PLACE = Uri.parse("content://com.example.documents/document/7");

    private static byte[] content(int size) {
        byte[] made = new byte[size];
        new Random(7).nextBytes(made);
        return made;
    }

    private static String base64(byte[] content, int n) {
        int to = Math.min(content.length, (n + 1) * PIECE);
        return Base64.encodeToString(Arrays.copyOfRange(content, n * PIECE, to), Base64.NO_WRAP);
    }

    private static String sha256(byte[] content) throws Exception {
        return OutgoingFile.hex(MessageDigest.getInstance("SHA-256").digest(content));
    }

    private static int begin(Phone phone, byte[] content, String name, String purpose) {
        JSONObject begun = phone.ask("begin", "name", name, "type", "application/pdf", "size", content.length, "for", purpose);
        assertOk(begun);
        return begun.optInt("file");
    }

    /** Hands a file over; the number of the question, which is answered when somebody has chosen. */
    private static int give(Phone phone, byte[] content, String name, String purpose) throws Exception {
        int file = begin(phone, content, name, purpose);
        for (int n = 0; n * PIECE < content.length; n++) {
            assertOk(phone.ask("piece", "file", file, "n", n, "data", base64(content, n)));
        }
        return phone.send("finish", "file", file, "sha256", sha256(content));
    }

    private static ShadowActivity.IntentForResult started(Phone phone) {
        for (int tries = 0; tries < 200; tries++) {
            ShadowActivity.IntentForResult next = shadowOf(phone.window()).getNextStartedActivityForResult();
            if (next != null) {
                return next;
            }
            Phone.rest();
        }
        return null;
    }

    private static void choose(Phone phone, ShadowActivity.IntentForResult asked, int result, Uri... chosen) {
        Intent data = chosen.length == 0 ? null : new Intent().setData(chosen[0]);
        if (chosen.length > 1) {
            ClipData clip = ClipData.newRawUri("", chosen[0]);
            clip.addItem(new ClipData.Item(chosen[1]));
            data.setClipData(clip);
        }
        phone.window().onActivityResult(asked.requestCode, result, data);
    }

    private static File[] left(Phone phone) {
        File[] found = Folders.outgoing(phone.window()).listFiles();
        return found == null ? new File[0] : found;
    }

    @Test
    public void aFileIsSavedWhereTheUserSays() throws Exception {
        Phone phone = Phone.opened();
        byte[] content = content(PIECE * 2 + 5);
        int number = give(phone, content, "裁决 12.pdf", "save");
        ShadowActivity.IntentForResult asked = started(phone);
        assertEquals(Intent.ACTION_CREATE_DOCUMENT, asked.intent.getAction());
        assertEquals("裁决 12.pdf", asked.intent.getStringExtra(Intent.EXTRA_TITLE));
        assertEquals("application/pdf", asked.intent.getType());
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        shadowOf(phone.window().getContentResolver()).registerOutputStream(PLACE, saved);
        choose(phone, asked, Activity.RESULT_OK, PLACE);
        assertOk(phone.answer(number));
        assertArrayEquals(content, saved.toByteArray());
        for (int tries = 0; tries < 100 && left(phone).length > 0; tries++) {
            Phone.rest();
        }
        assertEquals(0, left(phone).length);
    }

    @Test
    public void whoeverGoesBackHasCancelled() throws Exception {
        Phone phone = Phone.opened();
        int number = give(phone, content(10), "a.pdf", "save");
        choose(phone, started(phone), Activity.RESULT_CANCELED);
        assertNo("cancelled", phone.answer(number));
        number = give(phone, content(10), "a.pdf", "save");
        assertNotNull("the next one is asked for again", started(phone));
    }

    @Test
    public void aPlaceThatCannotBeWrittenIsRefused() throws Exception {
        Phone phone = Phone.opened();
        int number = give(phone, content(10), "a.pdf", "save");
        shadowOf(phone.window().getContentResolver()).registerOutputStreamSupplier(PLACE, () -> {
            throw new SecurityException();
        });
        choose(phone, started(phone), Activity.RESULT_OK, PLACE);
        assertNo("denied", phone.answer(number));
    }

    @Test
    public void piecesAreTakenInOrderAndOnce() throws Exception {
        Phone phone = Phone.opened();
        byte[] content = content(PIECE + 1);
        int file = begin(phone, content, "a.pdf", "share");
        assertOk(phone.ask("piece", "file", file, "n", 0, "data", base64(content, 0)));
        assertOk(phone.ask("piece", "file", file, "n", 0, "data", base64(content, 0)));
        assertOk(phone.ask("piece", "file", file, "n", 1, "data", base64(content, 1)));
        assertOk(phone.ask("finish", "file", file, "sha256", sha256(content)));
    }

    @Test
    public void oddPiecesEndAFile() throws Exception {
        Phone phone = Phone.opened();
        byte[] content = content(PIECE + 1);
        Object[][] odd = {
            {1, base64(content, 1)}, // a gap
            {-7, base64(content, 0)},
            {0, "not base64!"},
            {0, Base64.encodeToString(content, Base64.NO_WRAP)}, // more than a piece
            {0, Base64.encodeToString(content(PIECE), Base64.NO_WRAP) + "===="},
        };
        for (Object[] each : odd) {
            int file = begin(phone, content, "a.pdf", "save");
            assertNo("odd", phone.ask("piece", "file", file, "n", each[0], "data", each[1]));
            assertNo("missing", phone.ask("piece", "file", file, "n", 0, "data", base64(content, 0)));
        }
        assertEquals(0, left(phone).length);
    }

    @Test
    public void whatIsNotWhatWasAnnouncedIsNotSaved() throws Exception {
        Phone phone = Phone.opened();
        byte[] content = content(100);
        int file = begin(phone, content, "a.pdf", "save");
        assertNo("odd", phone.ask("finish", "file", file)); // nothing came
        file = begin(phone, content, "a.pdf", "save");
        assertNo("odd", phone.ask("piece", "file", file, "n", 0, "data", base64(content(101), 0)));
        file = begin(phone, content, "a.pdf", "save");
        assertOk(phone.ask("piece", "file", file, "n", 0, "data", base64(content, 0)));
        assertNo("odd", phone.ask("finish", "file", file, "sha256", sha256(content(99))));
        assertNull(shadowOf(phone.window()).getNextStartedActivityForResult());
        assertNo("odd", phone.ask("begin", "name", "a", "type", "a/b", "size", -1, "for", "save"));
        assertNo("odd", phone.ask("begin", "name", "a", "type", "a/b", "size", 1, "for", "erase"));
        assertNo("room", phone.ask("begin", "name", "a", "type", "a/b", "size", 1L << 60, "for", "save"));
    }

    @Test
    public void namesLeadNowhere() {
        assertEquals("-..-etc-passwd", OutgoingFile.fileName("../../etc/passwd").replaceFirst("^-+", "-"));
        assertFalse(OutgoingFile.fileName("..").contains(".."));
        assertFalse(OutgoingFile.fileName("a/b\\c\u0000d\ne").matches(".*[/\\\\\\p{Cntrl}].*"));
        assertEquals("file", OutgoingFile.fileName("  "));
        String longName = OutgoingFile.fileName(new String(new char[300]).replace('\0', '长') + ".pdf");
        assertTrue(longName.length() <= 120 && longName.endsWith(".pdf"));
        assertEquals("裁决（第3桌）.pdf", OutgoingFile.fileName("裁决（第3桌）.pdf"));
    }

    @Test
    public void aFileIsSharedWithWhoeverIsChosenAndNobodyElse() throws Exception {
        Phone phone = Phone.opened();
        byte[] content = content(1000);
        assertOk(phone.answer(give(phone, content, "成绩.pdf", "share")));
        Intent chooser = shadowOf(phone.window()).getNextStartedActivity();
        assertEquals(Intent.ACTION_CHOOSER, chooser.getAction());
        Intent send = chooser.getParcelableExtra(Intent.EXTRA_INTENT);
        Uri address = send.getParcelableExtra(Intent.EXTRA_STREAM);
        assertEquals(Intent.ACTION_SEND, send.getAction());
        assertEquals(Intent.FLAG_GRANT_READ_URI_PERMISSION, send.getFlags() & Intent.FLAG_GRANT_READ_URI_PERMISSION);
        assertEquals(address, send.getClipData().getItemAt(0).getUri());
        assertEquals(phone.window().getPackageName() + ".files", address.getAuthority());
        SharedFiles provider = Robolectric.buildContentProvider(SharedFiles.class).create(address.getAuthority()).get();
        try (InputStream in = new ParcelFileDescriptor.AutoCloseInputStream(provider.openFile(address, "r"))) {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            Copying.copy(in, read);
            assertArrayEquals(content, read.toByteArray());
        }
        assertEquals("application/pdf", provider.getType(address));
        Cursor row = provider.query(address, null, null, null, null);
        assertTrue(row.moveToFirst());
        assertEquals("成绩.pdf", row.getString(row.getColumnIndex(OpenableColumns.DISPLAY_NAME)));
        assertEquals(1000, row.getLong(row.getColumnIndex(OpenableColumns.SIZE)));
    }

    @Test
    public void theProviderGivesNothingElse() throws Exception {
        Phone phone = Phone.opened();
        assertOk(phone.answer(give(phone, content(10), "a.pdf", "share")));
        Intent send = shadowOf(phone.window()).getNextStartedActivity().getParcelableExtra(Intent.EXTRA_INTENT);
        Uri address = send.getParcelableExtra(Intent.EXTRA_STREAM);
        SharedFiles provider = Robolectric.buildContentProvider(SharedFiles.class).create(address.getAuthority()).get();
        String token = address.getPathSegments().get(0);
        String in = "/" + token;
        String type = in + "/..%2F" + token + ".type";
        String[] beside = {"", "/", in, "/../outgoing/x", type, "/%2E%2E/a.pdf", in + "/b.pdf", in + "/a.pdf/c"};
        for (String path : beside) {
            Uri other = Uri.parse("content://" + address.getAuthority() + path);
            try {
                provider.openFile(other, "r");
                fail(path);
            } catch (FileNotFoundException right) {
                assertFalse(provider.query(other, null, null, null, null).moveToFirst());
                assertNull(provider.getType(other));
            }
        }
        try {
            provider.openFile(address, "rw");
            fail("written to");
        } catch (SecurityException right) {
            assertNotNull(right);
        }
    }

    @Test
    public void aPdfIsHandedToThePrinter() throws Exception {
        Phone phone = Phone.opened();
        byte[] content = content(5000);
        File folder = new File(Folders.outgoing(phone.window()), "x");
        JSONObject how = Message.of("name", "a.pdf", "type", "application/pdf", "size", 5000, "for", "print");
        OutgoingFile pdf = new OutgoingFile(folder, how);
        pdf.piece(0, base64(content, 0));
        pdf.finish("");
        final JSONObject[] answered = new JSONObject[1];
        Paper paper = new Paper(pdf, new Reply(1, answer -> answered[0] = answer));
        final PrintDocumentInfo[] laid = new PrintDocumentInfo[1];
        paper.onLayout(null, null, new CancellationSignal(), new PrintDocumentAdapter.LayoutResultCallback() {
            @Override
            public void onLayoutFinished(PrintDocumentInfo info, boolean changed) {
                laid[0] = info;
            }
        }, null);
        assertEquals("a.pdf", laid[0].getName());
        assertEquals(PrintDocumentInfo.CONTENT_TYPE_DOCUMENT, laid[0].getContentType());
        File printed = File.createTempFile("printed", ".pdf");
        final PageRange[][] written = new PageRange[1][];
        ParcelFileDescriptor to = ParcelFileDescriptor.open(printed, ParcelFileDescriptor.MODE_READ_WRITE);
        PageRange[] all = {PageRange.ALL_PAGES};
        paper.onWrite(all, to, new CancellationSignal(), new PrintDocumentAdapter.WriteResultCallback() {
            @Override
            public void onWriteFinished(PageRange[] pages) {
                written[0] = pages;
            }
        });
        assertEquals(PageRange.ALL_PAGES, written[0][0]);
        assertArrayEquals(content, Files.readAllBytes(printed.toPath()));
        paper.onFinish();
        assertOk(answered[0]);
        assertFalse(folder.exists());
    }

    @Test
    public void onlyAPdfIsPrintedAndOnlyWhereThatCanBe() throws Exception {
        Phone phone = Phone.opened();
        assertNo("missing", phone.answer(give(phone, content(10), "a.pdf", "print")));
        shadowOf(phone.window().getPackageManager()).setSystemFeature(PackageManager.FEATURE_PRINTING, true);
        int file = phone.ask("begin", "name", "a.txt", "type", "text/plain", "size", 0, "for", "print").optInt("file");
        assertNo("odd", phone.ask("finish", "file", file));
        assertEquals(0, left(phone).length);
    }

    private static Uri readable(Phone phone, String path, byte[] content) {
        Uri address = Uri.parse("content://com.example.documents/document/" + path);
        shadowOf(phone.window().getContentResolver()).registerInputStreamSupplier(address, () -> new ByteArrayInputStream(content));
        return address;
    }

    @Test
    public void filesAreOpenedAndReadInPieces() throws Exception {
        Phone phone = Phone.opened();
        byte[] content = content(PIECE * 2 + 100);
        int number = phone.send("open", "types", new JSONArray().put("application/json").put(".nobodyknows"), "many", true);
        ShadowActivity.IntentForResult asked = started(phone);
        assertEquals(Intent.ACTION_OPEN_DOCUMENT, asked.intent.getAction());
        assertTrue(asked.intent.getBooleanExtra(Intent.EXTRA_ALLOW_MULTIPLE, false));
        assertNull("an end nobody knows: all files", asked.intent.getStringArrayExtra(Intent.EXTRA_MIME_TYPES));
        Uri log = readable(phone, "日志.jsonl", content);
        choose(phone, asked, Activity.RESULT_OK, log, readable(phone, "empty.json", new byte[0]));
        JSONArray files = phone.answer(number).optJSONArray("files");
        assertEquals(2, files.length());
        assertEquals("日志.jsonl", files.optJSONObject(0).optString("name"));
        int file = files.optJSONObject(0).optInt("file");
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        assertNo("odd", phone.ask("read", "file", file, "n", 1)); // not begun
        for (int n = 0; n < 3; n++) {
            JSONObject piece = phone.ask("read", "file", file, "n", n);
            assertEquals("again", phone.ask("read", "file", file, "n", n).optString("data"), piece.optString("data"));
            read.write(Base64.decode(piece.optString("data"), Base64.DEFAULT));
            assertEquals(n == 2, piece.optBoolean("last"));
        }
        assertArrayEquals(content, read.toByteArray());
        assertNo("odd", phone.ask("read", "file", file, "n", 3));
        assertNo("odd", phone.ask("read", "file", file, "n", 0));
        assertOk(phone.ask("close", "file", file));
        assertNo("missing", phone.ask("read", "file", file, "n", 2));
        JSONObject empty = phone.ask("read", "file", files.optJSONObject(1).optInt("file"), "n", 0);
        assertEquals("", empty.optString("data"));
        assertTrue(empty.optBoolean("last"));
    }

    @Test
    public void nothingChosenIsCancelled() {
        Phone phone = Phone.opened();
        int number = phone.send("open", "types", new JSONArray().put("application/json"), "many", false);
        ShadowActivity.IntentForResult asked = started(phone);
        assertArrayEquals(new String[] {"application/json"}, asked.intent.getStringArrayExtra(Intent.EXTRA_MIME_TYPES));
        choose(phone, asked, Activity.RESULT_CANCELED);
        assertNo("cancelled", phone.answer(number));
    }

    @Test
    public void aFileThatBreaksIsOdd() {
        Phone phone = Phone.opened();
        Uri address = Uri.parse("content://com.example.documents/document/broken");
        ContentResolver resolver = phone.window().getContentResolver();
        shadowOf(resolver).registerInputStreamSupplier(address, () -> new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("unplugged");
            }
        });
        int number = phone.send("open", "types", new JSONArray(), "many", false);
        choose(phone, started(phone), Activity.RESULT_OK, address);
        int file = phone.answer(number).optJSONArray("files").optJSONObject(0).optInt("file");
        assertNo("odd", phone.ask("read", "file", file, "n", 0));
    }

    private static WebChromeClient.FileChooserParams field(final int mode, final String... types) {
        return new WebChromeClient.FileChooserParams() {
            @Override
            public int getMode() {
                return mode;
            }

            @Override
            public String[] getAcceptTypes() {
                return types;
            }

            @Override
            public boolean isCaptureEnabled() {
                return false;
            }

            @Override
            public CharSequence getTitle() {
                return null;
            }

            @Override
            public String getFilenameHint() {
                return null;
            }

            @Override
            public Intent createIntent() {
                return null;
            }
        };
    }

    @Test
    public void aFieldForFilesIsGivenThem() {
        Phone phone = Phone.opened();
        WebChromeClient chrome = shadowOf(phone.page()).getWebChromeClient();
        final Uri[][] given = {null};
        final int[] calls = {0};
        ValueCallback<Uri[]> take = chosen -> {
            given[0] = chosen;
            calls[0] += 1;
        };
        int many = WebChromeClient.FileChooserParams.MODE_OPEN_MULTIPLE;
        int one = WebChromeClient.FileChooserParams.MODE_OPEN;
        assertTrue(chrome.onShowFileChooser(phone.page(), take, field(many, "text/csv", " ")));
        ShadowActivity.IntentForResult asked = started(phone);
        assertArrayEquals(new String[] {"text/csv"}, asked.intent.getStringArrayExtra(Intent.EXTRA_MIME_TYPES));
        choose(phone, asked, Activity.RESULT_OK, PLACE, Uri.parse("content://com.example.documents/document/8"));
        assertEquals(2, given[0].length);
        assertTrue(chrome.onShowFileChooser(phone.page(), take, field(one, ".jsonl")));
        choose(phone, started(phone), Activity.RESULT_CANCELED);
        assertEquals(2, calls[0]);
        assertNull("a field is told of nothing, or it would wait for ever", given[0]);
        phone.posted().elsewhere = "https://example.com/";
        assertFalse(chrome.onShowFileChooser(phone.page(), take, field(one)));
    }

    @Test
    public void whatWasToBeSavedIsSavedWhenTheSystemHadEndedTheApp() throws Exception {
        Phone phone = Phone.opened();
        byte[] content = content(300);
        give(phone, content, "a.pdf", "save");
        ShadowActivity.IntentForResult asked = started(phone);
        Bundle kept = new Bundle();
        phone.controller.saveInstanceState(kept); // and the process is gone: nothing is told to the old window
        Phone again = Phone.opened(new Intent(Intent.ACTION_MAIN), kept).greeted();
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        shadowOf(again.window().getContentResolver()).registerOutputStream(PLACE, saved);
        choose(again, asked, Activity.RESULT_OK, PLACE);
        for (int tries = 0; tries < 200 && saved.size() < content.length; tries++) {
            Phone.rest();
        }
        assertArrayEquals(content, saved.toByteArray());
    }

    @Test
    public void whatWasChosenIsToldToTheNextPageWhenTheSystemHadEndedTheApp() {
        Phone phone = Phone.opened();
        phone.send("open", "types", new JSONArray(), "many", false);
        ShadowActivity.IntentForResult asked = started(phone);
        Bundle kept = new Bundle();
        phone.controller.saveInstanceState(kept);
        Phone again = Phone.opened(new Intent(Intent.ACTION_MAIN), kept);
        choose(again, asked, Activity.RESULT_OK, readable(again, "a.json", new byte[] {1}));
        again.greeted();
        assertEquals("a.json", again.told("opened").optJSONArray("files").optJSONObject(0).optString("name"));
    }
}
