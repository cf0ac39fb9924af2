package zhicai.shell;

import android.content.Context;
import android.webkit.WebSettings;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The WebView of this phone: which version of Chromium it is. */
final class Engine {
    private static final Pattern CHROMIUM = Pattern.compile("\\bChrome/(\\d+)(?:\\.\\d+)*");

    private final Matcher found;
    private final boolean there;

    private Engine(String userAgent) {
        there = userAgent != null;
        found = CHROMIUM.matcher(there ? userAgent : "");
        found.find();
    }

    /** Looks at it. By how it names itself: phone makers who build one number their packages as they like. */
    static Engine of(Context context) {
        try {
            return new Engine(WebSettings.getDefaultUserAgent(context));
        } catch (RuntimeException missing) { // the class of it is not for apps: android.webkit.MissingWebViewPackageException
            return new Engine(null);
        }
    }

    /** Returns whether there is one. */
    boolean isThere() {
        return there;
    }

    /** Returns the first number of its version; 0 where it does not say. */
    int major() {
        return named() ? Integer.parseInt(found.group(1)) : 0;
    }

    /** Returns its version as it says it. */
    String version() {
        return named() ? found.group().substring("Chrome/".length()) : "";
    }

    private boolean named() {
        try {
            return found.group(1).length() < 6;
        } catch (IllegalStateException none) {
            return false;
        }
    }
}
