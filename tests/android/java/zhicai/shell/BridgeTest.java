package zhicai.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;
import static zhicai.shell.Phone.assertNo;
import static zhicai.shell.Phone.assertOk;

import android.content.ClipboardManager;
import android.media.AudioAttributes;
import android.os.Vibrator;
import android.view.WindowManager;
import android.webkit.WebView;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.fakes.RoboWebMessagePort;

/** The bridge: given to our page alone, heard from our page alone; what is odd is said to be. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = 34, shadows = {Phone.Posted.class, Phone.Workers.class})
public class BridgeTest {
    @Test
    public void aPortIsPostedToTheExactOrigin() {
        Phone phone = Phone.opened();
        assertEquals("https://zhicai.invalid", phone.posted().targets.get(0).toString());
        assertEquals("zhicai", phone.posted().messages.get(0).getData());
        assertEquals(1, phone.posted().messages.get(0).getPorts().length);
    }

    @Test
    public void theGreetingIsAnsweredWithWhatThePhoneIs() {
        Phone phone = Phone.opened();
        JSONObject hello = phone.ask("hello", "version", 1);
        assertEquals(34, hello.optInt("sdk"));
        assertEquals("126.0.6478.71", hello.optString("webview"));
        assertEquals("[0,0,0,0]", hello.optJSONArray("insets").toString());
        assertEquals(32, hello.optString("device").length());
        assertEquals(hello.optString("device"), phone.ask("hello", "version", 1).optString("device"));
        assertTrue(hello.has("dark") && hello.has("scale") && hello.has("app") && hello.has("shake"));
        assertFalse(hello.has("link") || hello.has("restored"));
    }

    @Test
    public void aPageOfAnotherOriginIsNotGivenAPortAndNotHeard() {
        Phone phone = Phone.opened();
        int before = phone.posted().messages.size();
        PageClient client = (PageClient) shadowOf(phone.page()).getWebViewClient();
        client.onPageFinished(phone.page(), "https://example.com/");
        assertEquals(before, phone.posted().messages.size());
        String[] others = {"https://example.com/", "https://zhicai.invalid.example/", "about:blank", "data:text/html,x"};
        for (String elsewhere : others) {
            phone.posted().elsewhere = elsewhere;
            int number = phone.send("copy", "text", "stolen");
            for (JSONObject said : phone.said()) {
                assertNotEquals(elsewhere, number, said.optInt("id", -1));
            }
        }
        assertFalse(phone.window().getSystemService(ClipboardManager.class).hasPrimaryClip());
        phone.posted().elsewhere = null;
        assertOk(phone.ask("copy", "text", "裁决"));
    }

    @Test
    public void aPageThatIsGoneIsNotHeard() {
        Phone phone = Phone.opened();
        RoboWebMessagePort old = phone.port();
        phone.loaded();
        assertTrue(old.isClosed());
        Phone.say(old, "{\"id\": 99, \"do\": \"copy\", \"text\": \"late\"}");
        assertFalse(phone.window().getSystemService(ClipboardManager.class).hasPrimaryClip());
        assertOk(phone.ask("hello", "version", 1));
    }

    @Test
    public void whatIsNoMessageIsPassedOver() {
        Phone phone = Phone.opened();
        int before = phone.said().size();
        for (String text : new String[] {"", "null", "[]", "7", "{", "\"hello\""}) {
            phone.raw(text);
        }
        assertEquals(before, phone.said().size());
    }

    @Test
    public void whatIsMissingOrOfAnotherKindIsOdd() {
        Phone phone = Phone.opened();
        assertNo("unknown", phone.ask("erase"));
        assertNo("unknown", phone.ask(""));
        assertNo("odd", phone.ask("copy"));
        assertNo("odd", phone.ask("awake", "on", "perhaps"));
        assertNo("odd", phone.ask("say", "lines", "one"));
        assertNo("odd", phone.ask("open", "types", new JSONArray()));
        assertNo("odd", phone.ask("begin", "name", "a.pdf"));
        assertNo("missing", phone.ask("piece", "file", 4711, "n", 0, "data", ""));
        assertNo("missing", phone.ask("read", "file", 4711, "n", 0));
        assertNo("odd", phone.ask("finish", "file", "none"));
    }

    @Test
    public void theScreenStaysAwakeWhileItIsWanted() {
        Phone phone = Phone.opened();
        int flag = WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON;
        assertOk(phone.ask("awake", "on", true));
        assertEquals(flag, phone.window().getWindow().getAttributes().flags & flag);
        assertOk(phone.ask("awake", "on", false));
        assertEquals(0, phone.window().getWindow().getAttributes().flags & flag);
    }

    @Test
    public void aClockIsFelt() {
        Phone phone = Phone.opened();
        Vibrator vibrator = phone.window().getSystemService(Vibrator.class);
        shadowOf(vibrator).setHasVibrator(true);
        assertOk(phone.ask("ring", "kind", "end"));
        assertEquals(6, shadowOf(vibrator).getPattern().length);
        assertOk(phone.ask("ring", "kind", "step"));
        assertEquals(4, shadowOf(vibrator).getPattern().length);
        AudioAttributes felt = shadowOf(vibrator).getAudioAttributesFromLastVibration();
        assertTrue(felt == null || felt.getUsage() == AudioAttributes.USAGE_ALARM);
        shadowOf(vibrator).setHasVibrator(false);
        assertEquals(false, phone.ask("hello", "version", 1).opt("shake"));
        assertOk(phone.ask("ring", "kind", "end"));
    }

    @Test
    public void whatIsCopiedIsOnTheClipboard() {
        Phone phone = Phone.opened();
        assertOk(phone.ask("copy", "text", "第64条"));
        ClipboardManager board = phone.window().getSystemService(ClipboardManager.class);
        assertEquals("第64条", board.getPrimaryClip().getItemAt(0).getText().toString());
        assertNo("room", phone.ask("copy", "text", new String(new char[300000]).replace('\0', 'x')));
    }

    @Test
    public void thePageCanHaveTheAppLeave() {
        Phone phone = Phone.opened();
        assertOk(phone.ask("leave"));
        assertTrue(phone.window().isFinishing());
    }

    @Test
    public void nothingLeadsThePageElsewhere() {
        Phone phone = Phone.opened();
        WebView page = phone.page();
        PageClient client = (PageClient) shadowOf(page).getWebViewClient();
        for (String address : new String[] {
            "https://example.com/", "http://zhicai.invalid/", "intent://x#Intent;end", "zhicai://rulings",
            "file:///sdcard/x", "tel:110", "javascript:x"}) {
            assertTrue(address, client.shouldOverrideUrlLoading(page, Phone.request("GET", address)));
        }
        assertFalse(client.shouldOverrideUrlLoading(page, Phone.request("GET", "https://zhicai.invalid/rulings")));
        assertNull(shadowOf(phone.window()).getNextStartedActivity());
        assertFalse(page.getSettings().getAllowFileAccess());
        assertFalse(page.getSettings().getAllowContentAccess());
    }
}
