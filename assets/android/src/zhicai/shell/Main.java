package zhicai.shell;

import android.app.Activity;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.webkit.ServiceWorkerController;
import android.webkit.WebView;
import android.widget.FrameLayout;
import java.util.List;
import org.json.JSONObject;

/** The one window: a WebView that shows the site of this package, and does for it what a WebView lacks. */
public final class Main extends Activity implements PageClient.Listener, Pickers.Listener {
    private static final String ADDRESS = "address"; // in what is kept when the system ends the app
    private static final int ANSWERS_WITHIN = 1500; // ms, else Back is done without the page
    private static final int FALLS_AGAIN_WITHIN = 10000; // ms

    private final Handler main = new Handler(Looper.getMainLooper());
    private final Runnable back = new Runnable() {
        @Override
        public void run() {
            onBack();
        }
    };
    private final Runnable unanswered = new Runnable() {
        @Override
        public void run() {
            asked = false;
            goBackOrLeave();
        }
    };
    private Table table;
    private Site site;
    private Engine engine;
    private FileDesk files;
    private Pickers pickers;
    private Voice voice;
    private PageChrome chrome;
    private FrameLayout frame;
    private WebView page;
    private Bridge bridge;
    private String link;
    private String restored;
    private boolean asked; // whether the page is asked about Back
    private long fallen = -FALLS_AGAIN_WITHIN;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        table = Table.read(getAssets());
        engine = Engine.of(this);
        files = new FileDesk(this, new Delivery(this));
        pickers = new Pickers(this, files, this, saved);
        voice = new Voice(this);
        if (Build.VERSION.SDK_INT >= 33) {
            PredictiveBack.listen(this, back);
        }
        if (!engine.isThere()) {
            explain(getString(R.string.no_engine));
            return;
        }
        if (engine.major() > 0 && engine.major() < table.oldestWebView) {
            explain(getString(R.string.too_old, engine.major(), table.oldestWebView));
            return;
        }
        site = new Site(getAssets(), table);
        ServiceWorkerController.getInstance().setServiceWorkerClient(new WorkerClient(site));
        chrome = new PageChrome(this, table, pickers);
        frame = new FrameLayout(this);
        frame.setFitsSystemWindows(true); // keeps bars, notch and keyboard off the page
        setContentView(frame);
        String address = saved == null ? null : saved.getString(ADDRESS);
        restored = table.isOurs(address) ? address : null;
        open(restored != null ? restored : table.origin + "/");
        if (saved == null) {
            files.run(new Runnable() {
                @Override
                public void run() {
                    Folders.sweep(Main.this);
                }
            });
            take(getIntent());
        }
    }

    /** Shows a page in a new WebView. */
    private void open(String address) {
        page = Page.of(this, new PageClient(site, table, this), chrome);
        bridge = new Bridge(page, table, new Commands(this, files, pickers, voice));
        frame.addView(page);
        paint(Look.isDark(this));
        page.loadUrl(address);
    }

    private void explain(String said) {
        setContentView(TextScreen.of(this, said, getString(R.string.how)));
    }

    /** Answers the greeting of the page. */
    void greet(Reply reply) {
        reply.ok(
                "sdk", Build.VERSION.SDK_INT, "webview", engine.version(), "app", version(), "device", DeviceMark.of(this),
                "shake", Shaking.isPossible(this), "dark", Look.isDark(this), "scale", Look.scale(this),
                "insets", Look.insets(), "link", link, "restored", restored);
        link = null;
        restored = null;
        bridge.greeted();
    }

    /** Asks where a file is to be saved. */
    void save(OutgoingFile file, Reply reply) {
        pickers.save(file, reply);
    }

    /** Gives the bars the ground of the page. */
    void paint(boolean dark) {
        Look.paint(this, frame, dark);
    }

    private String version() {
        try {
            String name = getPackageManager().getPackageInfo(getPackageName(), 0).versionName;
            return name == null ? "" : name;
        } catch (PackageManager.NameNotFoundException impossible) {
            return "";
        }
    }

    // What comes from elsewhere.

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        setIntent(intent);
        take(intent);
    }

    private void take(Intent intent) {
        Incoming incoming = Incoming.of(intent, SharedFiles.authority(this));
        if (page == null) {
            return;
        }
        if (!incoming.files.isEmpty()) {
            onOrphans(incoming.files);
        }
        if (incoming.link != null && bridge.isOpen()) {
            bridge.tell(Message.of("do", "link", "address", incoming.link));
        } else if (incoming.link != null) {
            link = incoming.link;
        }
    }

    /** Tells the page of files it did not ask for. */
    @Override
    public void onOrphans(List<Uri> chosen) {
        files.choose(chosen, new Reply(null, new Reply.Way() {
            @Override
            public void send(final JSONObject answer) {
                main.post(new Runnable() {
                    @Override
                    public void run() {
                        if (bridge != null && answer.has("files")) {
                            bridge.tellInTime(Message.of("do", "opened", "files", answer.opt("files")));
                        }
                    }
                });
            }
        }));
    }

    @Override
    protected void onActivityResult(int request, int result, Intent data) {
        super.onActivityResult(request, result, data);
        pickers.onResult(request, result, data);
    }

    @Override
    public void onRequestPermissionsResult(int request, String[] permissions, int[] results) {
        super.onRequestPermissionsResult(request, permissions, results);
        if (request == PageChrome.CAMERA && chrome != null) {
            chrome.onAnswer(results.length == 1 && results[0] == PackageManager.PERMISSION_GRANTED);
        }
    }

    // The page.

    @Override
    public void onLoading() {
        if (bridge.isOpen()) {
            files.reset();
        }
        bridge.close();
        voice.hush();
    }

    @Override
    public void onLoaded() {
        bridge.offer();
    }

    @Override
    public void onFallen() {
        String address = page.getUrl();
        onLoading();
        frame.removeView(page);
        page.destroy();
        page = null;
        long now = SystemClock.elapsedRealtime();
        if (now - fallen < FALLS_AGAIN_WITHIN) {
            explain(getString(R.string.fallen));
            return;
        }
        fallen = now;
        restored = table.isOurs(address) ? address : null;
        open(restored != null ? restored : table.origin + "/");
    }

    // Back: the app's own trail first.

    @Override
    public void onBackPressed() {
        onBack(); // before Android 13
    }

    private void onBack() {
        if (page != null && bridge.isOpen()) {
            main.removeCallbacks(unanswered);
            main.postDelayed(unanswered, ANSWERS_WITHIN);
            asked = true;
            bridge.tell(Message.of("do", "back"));
        } else {
            goBackOrLeave();
        }
    }

    /** Takes the page's answer; one that comes too late changes nothing any more. */
    void backed(boolean handled) {
        main.removeCallbacks(unanswered);
        boolean late = !asked;
        asked = false;
        if (!handled && !late) {
            finish();
        }
    }

    private void goBackOrLeave() {
        if (page != null && page.canGoBack()) {
            page.goBack();
        } else {
            finish();
        }
    }

    // The life of the window.

    @Override
    public void onConfigurationChanged(Configuration now) {
        super.onConfigurationChanged(now);
        if (page != null) {
            Look.enlarge(page);
            paint(Look.isDark(this));
            bridge.tell(Message.of(
                    "do", "look", "dark", Look.isDark(this), "scale", Look.scale(this), "insets", Look.insets()));
        }
    }

    @Override
    protected void onPause() {
        super.onPause();
        if (page != null) {
            bridge.tell(Message.of("do", "pause"));
            page.onPause();
        }
    }

    @Override
    protected void onResume() {
        super.onResume();
        if (page != null) {
            page.onResume();
            bridge.tell(Message.of("do", "resume"));
        }
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        pickers.keep(state);
        if (page != null && table.isOurs(page.getUrl())) {
            state.putString(ADDRESS, page.getUrl());
        }
    }

    @Override
    protected void onDestroy() {
        super.onDestroy();
        main.removeCallbacks(unanswered);
        voice.stop();
        files.stop();
        if (page != null) {
            bridge.close();
            frame.removeView(page);
            page.destroy();
            page = null;
        }
    }
}
