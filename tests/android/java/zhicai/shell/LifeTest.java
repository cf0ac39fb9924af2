package zhicai.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;
import static zhicai.shell.Phone.assertOk;

import android.Manifest;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.net.Uri;
import android.os.Bundle;
import android.os.Looper;
import android.view.ViewGroup;
import android.webkit.PermissionRequest;
import android.webkit.ServiceWorkerClient;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.widget.TextView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowWebSettings;

/** The life of the window, on the oldest Android that is served and on the one that is aimed at. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {26, 34}, shadows = {Phone.Posted.class, Phone.Workers.class})
public class LifeTest {
    private static Intent view(String address) {
        return new Intent(Intent.ACTION_VIEW, Uri.parse(address));
    }

    private static JSONObject hello(Phone phone) {
        return phone.loaded().ask("hello", "version", 1);
    }

    @Test
    public void theSiteIsShown() {
        Phone phone = Phone.opened();
        assertEquals("https://zhicai.invalid/", phone.page().getUrl());
        assertTrue(phone.page().getSettings().getJavaScriptEnabled());
        assertTrue(phone.page().getSettings().getDomStorageEnabled());
        phone.controller.pause().stop().destroy();
        assertFalse(phone.window().isFinishing());
    }

    @Test
    public void requestsOfServiceWorkersAreAnsweredTheSame() {
        Phone.opened();
        ServiceWorkerClient workers = Phone.Workers.client;
        assertEquals(200, workers.shouldInterceptRequest(Phone.request("GET", "https://zhicai.invalid/python.js")).getStatusCode());
        assertEquals(403, workers.shouldInterceptRequest(Phone.request("GET", "https://example.com/")).getStatusCode());
    }

    @Test
    public void thePageHearsOfPauseAndResume() {
        Phone phone = Phone.opened();
        assertNull(phoneTold(phone, "pause"));
        phone.controller.pause();
        assertNotNull(phone.told("pause"));
        phone.controller.resume();
        assertNotNull(phone.told("resume"));
    }

    private static JSONObject phoneTold(Phone phone, String what) {
        for (JSONObject each : phone.said()) {
            if (each.optString("do").equals(what)) {
                return each;
            }
        }
        return null;
    }

    @Test
    public void aTurnOfThePhoneAndTheDarkAndLargerLettersAreTakenWithoutBeginningAnew() {
        Phone phone = Phone.opened();
        WebView page = phone.page();
        Configuration now = new Configuration(phone.window().getResources().getConfiguration());
        now.orientation = Configuration.ORIENTATION_LANDSCAPE;
        now.fontScale = 1.5f;
        now.uiMode = (now.uiMode & ~Configuration.UI_MODE_NIGHT_MASK) | Configuration.UI_MODE_NIGHT_YES;
        phone.window().getResources().updateConfiguration(now, null);
        phone.window().onConfigurationChanged(now);
        assertSame(page, phone.page());
        JSONObject look = phone.told("look");
        assertEquals(true, look.opt("dark"));
        assertEquals(1.5, look.optDouble("scale"), 0.001);
        assertEquals(150, page.getSettings().getTextZoom());
        assertEquals(0xff0f1511, phone.window().getWindow().getStatusBarColor());
        assertOk(phone.ask("look", "dark", false));
        assertEquals("the app's own choice", 0xfff6fbf4, phone.window().getWindow().getStatusBarColor());
    }

    @Test
    public void theSameScreenComesBackWhenTheSystemHadEndedTheApp() {
        Phone phone = Phone.opened();
        phone.posted().elsewhere = "https://zhicai.invalid/rulings/64A1?step=3";
        Bundle kept = new Bundle();
        phone.controller.saveInstanceState(kept).pause().stop().destroy();
        Phone again = Phone.opened(view("zhicai://tools"), kept);
        assertEquals("https://zhicai.invalid/rulings/64A1?step=3", again.page().getUrl());
        JSONObject hello = hello(again);
        assertEquals("https://zhicai.invalid/rulings/64A1?step=3", hello.optString("restored"));
        assertFalse("a link counts once", hello.has("link"));
        assertFalse(again.ask("hello", "version", 1).has("restored"));
    }

    @Test
    public void whatWasKeptLeadsNowhereElse() {
        Bundle kept = new Bundle();
        kept.putString("address", "https://example.com/");
        assertEquals("https://zhicai.invalid/", Phone.opened(new Intent(Intent.ACTION_MAIN), kept).page().getUrl());
    }

    @Test
    public void aLinkIsToldToThePageAndNeverLoaded() {
        Phone phone = Phone.opened(view("zhicai://clause/bridge-2017/64A1"), null);
        assertEquals("https://zhicai.invalid/", phone.page().getUrl());
        assertEquals("zhicai://clause/bridge-2017/64A1", hello(phone).optString("link"));
        phone.controller.newIntent(view("zhicai://tools"));
        assertEquals("zhicai://tools", phone.told("link").optString("address"));
        assertEquals("https://zhicai.invalid/", phone.page().getUrl());
    }

    @Test
    public void otherLinksAreNotTaken() {
        StringBuilder tooLong = new StringBuilder("zhicai://");
        for (int at = 0; at < 2000; at++) {
            tooLong.append('x');
        }
        String[] others = {"https://example.com/", "javascript:alert(1)", "file:///sdcard/a.json", "data:text/html,x"};
        for (String address : new String[] {others[0], others[1], others[2], others[3], tooLong.toString()}) {
            assertFalse(address, hello(Phone.opened(view(address), null)).has("link"));
        }
        Intent old = view("zhicai://tools").addFlags(Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY);
        assertFalse(hello(Phone.opened(old, null)).has("link"));
    }

    @Test
    public void aFileTheAppIsOpenedWithIsToldToThePage() {
        Phone phone = Phone.opened(view("content://com.example.chat/files/log.jsonl"), null).greeted();
        assertEquals("log.jsonl", phone.told("opened").optJSONArray("files").optJSONObject(0).optString("name"));
        Intent sent = new Intent(Intent.ACTION_SEND).putExtra(Intent.EXTRA_STREAM, Uri.parse("content://com.example.chat/b.json"));
        Phone other = Phone.opened(sent, null).greeted();
        assertEquals("b.json", other.told("opened").optJSONArray("files").optJSONObject(0).optString("name"));
    }

    @Test
    public void theAppIsNotMadeToReadItsOwnFiles() {
        Phone phone = Phone.opened();
        Uri own = Uri.parse("content://" + SharedFiles.authority(phone.window()) + "/x/a.json");
        assertTrue(Incoming.of(new Intent(Intent.ACTION_VIEW, own), SharedFiles.authority(phone.window())).files.isEmpty());
    }

    private static void back(Phone phone) {
        phone.window().onBackPressed();
        shadowOf(Looper.getMainLooper()).idle();
    }

    @Test
    public void backIsThePagesFirst() {
        Phone phone = Phone.opened();
        back(phone);
        assertNotNull(phone.told("back"));
        phone.send("backed", "handled", true);
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(5));
        assertFalse(phone.window().isFinishing());
        back(phone);
        phone.send("backed", "handled", false);
        assertTrue(phone.window().isFinishing());
    }

    @Test
    public void backWorksWithoutAPageThatAnswers() {
        Phone phone = Phone.opened();
        shadowOf(phone.page()).setCanGoBack(true);
        back(phone);
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(2));
        assertFalse(phone.window().isFinishing());
        assertEquals(1, shadowOf(phone.page()).getGoBackInvocations());
        phone.send("backed", "handled", false);
        assertFalse("an answer that comes too late", phone.window().isFinishing());
        Phone silent = Phone.opened(new Intent(Intent.ACTION_MAIN), null);
        back(silent);
        assertTrue("a page that is not there yet has no trail", silent.window().isFinishing());
    }

    @Test
    @Config(sdk = 34)
    public void theGestureOfAndroid13IsHeard() {
        assertTrue(android.window.OnBackInvokedCallback.class.isAssignableFrom(PredictiveBack.class));
        Phone phone = Phone.opened();
        PredictiveBack.listen(phone.window(), () -> {});
    }

    @Test
    public void aPageThatFallsIsBegunAgainWhereItWas() {
        Phone phone = Phone.opened();
        WebView page = phone.page();
        phone.posted().elsewhere = "https://zhicai.invalid/tools";
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(20));
        assertTrue(shadowOf(page).getWebViewClient().onRenderProcessGone(page, null));
        assertNotSame(page, phone.page());
        assertEquals("https://zhicai.invalid/tools", phone.page().getUrl());
        assertEquals("https://zhicai.invalid/tools", hello(phone).optString("restored"));
        WebView second = phone.page();
        shadowOf(second).getWebViewClient().onRenderProcessGone(second, null);
        assertNull("falls again and again", phone.page());
        assertTrue(texts(phone.window()).get(0).contains("记录都还在"));
    }

    private static List<String> texts(Main window) {
        List<String> found = new ArrayList<>();
        collect((ViewGroup) window.findViewById(android.R.id.content), found);
        return found;
    }

    private static void collect(ViewGroup in, List<String> found) {
        for (int at = 0; at < in.getChildCount(); at++) {
            if (in.getChildAt(at) instanceof TextView) {
                found.add(((TextView) in.getChildAt(at)).getText().toString());
            } else if (in.getChildAt(at) instanceof ViewGroup) {
                collect((ViewGroup) in.getChildAt(at), found);
            }
        }
    }

    private static Main shown(String engine) {
        ShadowWebSettings.setDefaultUserAgent(engine);
        ActivityController<Main> controller = Robolectric.buildActivity(Main.class).create().start().resume();
        Main window = controller.get();
        controller.pause().resume();
        return window;
    }

    @Test
    @Config(qualifiers = "zh-rCN")
    public void aWebViewTooOldIsNamedWithWhatToDo() {
        List<String> said = texts(shown("Mozilla/5.0 (Linux; Android 8.0; wv) Chrome/58.0.3029.125 Mobile Safari/537.36"));
        assertTrue(said.toString(), said.get(0).contains("58 版"));
        assertTrue(said.toString(), said.get(1).contains("怎样更新"));
        assertEquals("重试", said.get(2));
    }

    @Test
    @Config(qualifiers = "zh-rTW")
    public void itIsSaidInTheScriptOfThePhone() {
        List<String> said = texts(shown("Chrome/58.0.3029.125"));
        assertTrue(said.toString(), said.get(0).contains("瀏覽器核心"));
    }

    @Test
    public void anEngineThatDoesNotSayItsVersionIsTried() {
        assertEquals(0, texts(shown("Mozilla/5.0 (some maker's own)")).size());
    }

    /** A phone without a WebView. */
    @Implements(WebSettings.class)
    public static class NoEngine extends ShadowWebSettings {
        @Implementation
        protected static String getDefaultUserAgent(Context context) {
            throw new android.util.AndroidRuntimeException("No WebView installed");
        }
    }

    @Test
    @Config(shadows = NoEngine.class)
    public void aPhoneWithoutWebViewIsToldSo() {
        Main window = Robolectric.buildActivity(Main.class).create().start().resume().get();
        assertTrue(texts(window).get(0).contains("没有系统浏览器内核"));
        window.onBackPressed();
        assertTrue(window.isFinishing());
    }

    private static final class Asked extends PermissionRequest {
        private final String origin;
        private final String[] what;
        String answer = "none";

        Asked(String origin, String... what) {
            this.origin = origin;
            this.what = what;
        }

        @Override
        public Uri getOrigin() {
            return Uri.parse(origin);
        }

        @Override
        public String[] getResources() {
            return what;
        }

        @Override
        public void grant(String[] granted) {
            answer = "granted";
        }

        @Override
        public void deny() {
            answer = "denied";
        }
    }

    private static String camera(Phone phone, String origin, int permission, String... what) {
        if (permission == PackageManager.PERMISSION_GRANTED) {
            shadowOf(phone.window().getApplication()).grantPermissions(Manifest.permission.CAMERA);
        } else {
            shadowOf(phone.window().getApplication()).denyPermissions(Manifest.permission.CAMERA);
        }
        Asked asked = new Asked(origin, what);
        shadowOf(phone.page()).getWebChromeClient().onPermissionRequest(asked);
        return asked.answer;
    }

    @Test
    public void theCameraIsAskedForWhenItIsUsed() {
        Phone phone = Phone.opened();
        String camera = PermissionRequest.RESOURCE_VIDEO_CAPTURE;
        String ours = "https://zhicai.invalid/";
        int granted = PackageManager.PERMISSION_GRANTED;
        assertEquals("granted", camera(phone, ours, granted, camera));
        assertEquals("denied", camera(phone, "https://example.com/", granted, camera));
        assertEquals("denied", camera(phone, ours, granted, PermissionRequest.RESOURCE_AUDIO_CAPTURE));
        assertEquals("denied", camera(phone, ours, granted, camera, PermissionRequest.RESOURCE_AUDIO_CAPTURE));
        for (int[] answers : new int[][] {{PackageManager.PERMISSION_DENIED}, {granted}, {}}) {
            Phone fresh = Phone.opened();
            shadowOf(fresh.window().getApplication()).denyPermissions(Manifest.permission.CAMERA);
            Asked first = new Asked(ours, camera);
            Asked second = new Asked(ours, camera);
            for (Asked each : new Asked[] {first, second}) {
                shadowOf(fresh.page()).getWebChromeClient().onPermissionRequest(each);
                assertEquals("none", each.answer);
            }
            assertEquals("denied", first.answer);
            String[] about = answers.length == 0 ? new String[0] : new String[] {Manifest.permission.CAMERA};
            fresh.window().onRequestPermissionsResult(PageChrome.CAMERA, about, answers);
            assertEquals(answers.length == 1 && answers[0] == granted ? "granted" : "denied", second.answer);
        }
    }
}
