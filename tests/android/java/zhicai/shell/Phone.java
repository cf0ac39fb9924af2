package zhicai.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.robolectric.Shadows.shadowOf;

import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.os.Looper;
import android.view.ViewGroup;
import android.webkit.ServiceWorkerClient;
import android.webkit.ServiceWorkerController;
import android.webkit.ServiceWorkerWebSettings;
import android.webkit.WebMessage;
import android.webkit.WebMessagePort;
import android.webkit.WebResourceRequest;
import android.webkit.WebView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;
import org.robolectric.Robolectric;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.fakes.RoboWebMessagePort;
import org.robolectric.shadows.ShadowWebSettings;
import org.robolectric.shadows.ShadowWebView;

/** The app on a phone that is none: its page says what a test has it say. */
final class Phone {
    static final String ORIGIN = "https://zhicai.invalid";
    static final String ENGINE = "Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/126.0.6478.71 Mobile Safari/537.36";
    private static final int TRIES = 300;

    /** A WebView that remembers what was posted to its page, and to whom. */
    @Implements(WebView.class)
    public static class Posted extends ShadowWebView {
        final List<WebMessage> messages = new ArrayList<>();
        final List<Uri> targets = new ArrayList<>();
        String elsewhere;

        @Implementation
        protected void postWebMessage(WebMessage message, Uri target) {
            messages.add(message);
            targets.add(target);
        }

        @Override
        @Implementation
        protected String getUrl() {
            return elsewhere != null ? elsewhere : super.getUrl();
        }
    }

    /** What answers the requests of service workers is remembered. */
    @Implements(ServiceWorkerController.class)
    public static class Workers {
        static ServiceWorkerClient client;

        @Implementation
        protected static ServiceWorkerController getInstance() {
            return new ServiceWorkerController() {
                @Override
                public ServiceWorkerWebSettings getServiceWorkerWebSettings() {
                    return null;
                }

                @Override
                public void setServiceWorkerClient(ServiceWorkerClient given) {
                    client = given;
                }
            };
        }
    }

    final ActivityController<Main> controller;
    private RoboWebMessagePort port;
    private int id;

    private Phone(ActivityController<Main> controller) {
        this.controller = controller;
    }

    /** Opens the app and has its page greet. */
    static Phone opened() {
        return opened(new Intent(Intent.ACTION_MAIN), null).greeted();
    }

    /** Opens the app with an intent, and with what was kept of it. */
    static Phone opened(Intent intent, Bundle saved) {
        ShadowWebSettings.setDefaultUserAgent(ENGINE);
        ActivityController<Main> controller = Robolectric.buildActivity(Main.class, intent);
        if (saved == null) {
            controller.create();
        } else {
            controller.create(saved);
        }
        controller.start();
        if (saved != null) {
            controller.restoreInstanceState(saved);
        }
        controller.resume();
        return new Phone(controller);
    }

    Main window() {
        return controller.get();
    }

    WebView page() {
        return found((ViewGroup) window().findViewById(android.R.id.content));
    }

    private static WebView found(ViewGroup in) {
        for (int at = 0; at < in.getChildCount(); at++) {
            if (in.getChildAt(at) instanceof WebView) {
                return (WebView) in.getChildAt(at);
            }
            WebView inside = in.getChildAt(at) instanceof ViewGroup ? found((ViewGroup) in.getChildAt(at)) : null;
            if (inside != null) {
                return inside;
            }
        }
        return null;
    }

    Posted posted() {
        return (Posted) shadowOf(page());
    }

    /** The page is loaded and takes the port it is given. */
    Phone loaded() {
        PageClient client = (PageClient) shadowOf(page()).getWebViewClient();
        client.onPageStarted(page(), page().getUrl(), null);
        client.onPageFinished(page(), page().getUrl());
        List<RoboWebMessagePort[]> made = shadowOf(page()).getCreatedPorts();
        port = made.get(made.size() - 1)[0];
        return this;
    }

    /** The page is loaded and greets. */
    Phone greeted() {
        loaded();
        assertOk(ask("hello", "version", 1));
        return this;
    }

    /** The page asks; the answer, or null if none comes. */
    JSONObject ask(String what, Object... how) {
        return answer(send(what, how));
    }

    /** The page asks and goes on. */
    int send(String what, Object... how) {
        id += 1;
        try {
            raw(Message.of(how).put("do", what).put("id", id).toString());
        } catch (JSONException impossible) {
            throw new AssertionError(impossible);
        }
        return id;
    }

    /** The page says any text. */
    void raw(String text) {
        say(port, text);
    }

    static void say(RoboWebMessagePort port, String text) {
        WebMessagePort.WebMessageCallback heard = port.getWebMessageCallback();
        assertNotNull(heard);
        heard.onMessage(port, new WebMessage(text));
        shadowOf(Looper.getMainLooper()).idle();
    }

    RoboWebMessagePort port() {
        return port;
    }

    /** Waits for an answer: files have a thread of their own. */
    JSONObject answer(int number) {
        for (int tries = 0; tries < TRIES; tries++) {
            for (JSONObject said : said()) {
                if (said.optInt("id", -1) == number) {
                    return said;
                }
            }
            rest();
        }
        return null;
    }

    /** Waits for something the shell says of itself. */
    JSONObject told(String what) {
        for (int tries = 0; tries < TRIES; tries++) {
            for (JSONObject said : said()) {
                if (said.optString("do").equals(what)) {
                    return said;
                }
            }
            rest();
        }
        return null;
    }

    List<JSONObject> said() {
        shadowOf(Looper.getMainLooper()).idle();
        List<JSONObject> found = new ArrayList<>();
        for (String text : port.getOutgoingMessages()) {
            try {
                found.add(new JSONObject(text));
            } catch (JSONException wrong) {
                throw new AssertionError(text, wrong);
            }
        }
        return found;
    }

    static void rest() {
        shadowOf(Looper.getMainLooper()).idle();
        try {
            Thread.sleep(10);
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    static void assertOk(JSONObject answer) {
        assertNotNull("no answer", answer);
        assertEquals(answer.toString(), true, answer.opt("ok"));
    }

    static void assertNo(String code, JSONObject answer) {
        assertNotNull("no answer", answer);
        assertEquals(answer.toString(), code, answer.opt("no"));
    }

    /** A request as a WebView makes it. */
    static WebResourceRequest request(final String method, final String address, final String... headers) {
        final Map<String, String> sent = new HashMap<>();
        for (int at = 0; at < headers.length; at += 2) {
            sent.put(headers[at], headers[at + 1]);
        }
        return new WebResourceRequest() {
            @Override
            public Uri getUrl() {
                return Uri.parse(address);
            }

            @Override
            public boolean isForMainFrame() {
                return false;
            }

            @Override
            public boolean isRedirect() {
                return false;
            }

            @Override
            public boolean hasGesture() {
                return false;
            }

            @Override
            public String getMethod() {
                return method;
            }

            @Override
            public Map<String, String> getRequestHeaders() {
                return sent;
            }
        };
    }
}
