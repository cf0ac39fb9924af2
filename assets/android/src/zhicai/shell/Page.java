package zhicai.shell;

import android.app.Activity;
import android.webkit.WebSettings;
import android.webkit.WebView;

/** Makes the WebView the site is shown in. */
final class Page {
    private Page() {}

    /** Returns it, with all shut that a page of this package does not need. */
    static WebView of(Activity activity, PageClient client, PageChrome chrome) {
        WebView page = new WebView(activity);
        WebSettings settings = page.getSettings();
        settings.setJavaScriptEnabled(true);
        settings.setDomStorageEnabled(true);
        settings.setMediaPlaybackRequiresUserGesture(false); // a clock sounds without being touched
        settings.setAllowFileAccess(false);
        settings.setAllowContentAccess(false);
        settings.setGeolocationEnabled(false);
        settings.setSafeBrowsingEnabled(false); // it would ask elsewhere
        settings.setSupportMultipleWindows(false);
        settings.setSupportZoom(false);
        Look.enlarge(page);
        page.setOverScrollMode(WebView.OVER_SCROLL_NEVER);
        page.setWebViewClient(client);
        page.setWebChromeClient(chrome);
        return page;
    }
}
