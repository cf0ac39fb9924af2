package zhicai.shell;

import android.graphics.Bitmap;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;
import android.webkit.WebView;
import android.webkit.WebViewClient;

/** What the page loads and where it may go: to files of this package, to no other origin. */
final class PageClient extends WebViewClient {
    /** Hears of the page. */
    interface Listener {
        /** Another page is begun: whatever was said to the one before is over. */
        void onLoading();

        /** The page is there. */
        void onLoaded();

        /** What draws the page has ended. */
        void onFallen();
    }

    private final Site site;
    private final Table table;
    private final Listener listener;

    PageClient(Site site, Table table, Listener listener) {
        this.site = site;
        this.table = table;
        this.listener = listener;
    }

    @Override
    public WebResourceResponse shouldInterceptRequest(WebView view, WebResourceRequest request) {
        return site.answer(request);
    }

    @Override
    public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) {
        return !table.isOurs(request.getUrl().toString()); // true: not loaded
    }

    @Override
    public void onPageStarted(WebView view, String address, Bitmap icon) {
        listener.onLoading();
    }

    @Override
    public void onPageFinished(WebView view, String address) {
        if (table.isOurs(address)) {
            listener.onLoaded();
        }
    }

    @Override
    public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail detail) {
        listener.onFallen();
        return true; // the app goes on without it
    }
}
