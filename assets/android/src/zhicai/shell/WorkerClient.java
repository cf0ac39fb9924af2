package zhicai.shell;

import android.webkit.ServiceWorkerClient;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;

/** Requests of a service worker do not come through the page: they are answered the same. */
final class WorkerClient extends ServiceWorkerClient {
    private final Site site;

    WorkerClient(Site site) {
        this.site = site;
    }

    @Override
    public WebResourceResponse shouldInterceptRequest(WebResourceRequest request) {
        return site.answer(request);
    }
}
