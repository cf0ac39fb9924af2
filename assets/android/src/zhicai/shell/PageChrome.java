package zhicai.shell;

import android.Manifest;
import android.app.Activity;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.webkit.PermissionRequest;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the page may ask of the window around it: files for a field, and the camera, for which the user is asked. */
final class PageChrome extends WebChromeClient {
    static final int CAMERA = 4; // the number of the request

    private final Activity activity;
    private final Table table;
    private final Pickers pickers;
    private PermissionRequest asked;

    PageChrome(Activity activity, Table table, Pickers pickers) {
        this.activity = activity;
        this.table = table;
        this.pickers = pickers;
    }

    @Override
    public boolean onShowFileChooser(WebView view, ValueCallback<Uri[]> chosen, FileChooserParams how) {
        if (!table.isOurs(view.getUrl())) {
            return false;
        }
        List<String> types = new ArrayList<>();
        for (String each : how.getAcceptTypes()) {
            if (!each.trim().isEmpty()) {
                types.add(each.trim());
            }
        }
        pickers.choose(types, how.getMode() == FileChooserParams.MODE_OPEN_MULTIPLE, chosen);
        return true;
    }

    @Override
    public void onPermissionRequest(PermissionRequest request) {
        boolean camera = Arrays.equals(request.getResources(), new String[] {PermissionRequest.RESOURCE_VIDEO_CAPTURE});
        if (!camera || !table.isOurs(request.getOrigin().toString())) {
            request.deny();
        } else if (activity.checkSelfPermission(Manifest.permission.CAMERA) == PackageManager.PERMISSION_GRANTED) {
            request.grant(request.getResources());
        } else {
            PermissionRequest before = asked;
            asked = request;
            if (before != null) { // the question is still on the screen: its answer is for the later one
                before.deny();
                return;
            }
            activity.requestPermissions(new String[] {Manifest.permission.CAMERA}, CAMERA);
        }
    }

    @Override
    public void onPermissionRequestCanceled(PermissionRequest request) {
        if (asked == request) {
            asked = null;
        }
    }

    /** Takes what the user said. */
    void onAnswer(boolean granted) {
        if (asked != null && granted) {
            asked.grant(asked.getResources());
        } else if (asked != null) {
            asked.deny();
        }
        asked = null;
    }
}
