package zhicai.shell;

import android.app.Activity;
import android.content.Context;
import android.content.res.Configuration;
import android.view.View;
import android.webkit.WebView;
import org.json.JSONArray;

/** How the phone wants things shown, and the bars around the page. */
final class Look {
    private Look() {}

    /** Returns whether the phone is set to dark. */
    static boolean isDark(Context context) {
        int mode = context.getResources().getConfiguration().uiMode & Configuration.UI_MODE_NIGHT_MASK;
        return mode == Configuration.UI_MODE_NIGHT_YES;
    }

    /** Returns how large letters are wanted. */
    static float scale(Context context) {
        return context.getResources().getConfiguration().fontScale;
    }

    /** Returns what the page must keep clear: nothing, the window's frame keeps clear of bars, notch and keyboard. */
    static JSONArray insets() {
        return new JSONArray().put(0).put(0).put(0).put(0);
    }

    /** Gives the page letters of the size that is wanted. A WebView takes it over when it is made, and no change of it. */
    static void enlarge(WebView page) {
        page.getSettings().setTextZoom(Math.round(scale(page.getContext()) * 100));
    }

    /** Gives the bars the colour of the page's ground: as the page says it is, whatever the phone is set to. */
    static void paint(Activity activity, View frame, boolean dark) {
        Configuration wanted = new Configuration(activity.getResources().getConfiguration());
        int night = dark ? Configuration.UI_MODE_NIGHT_YES : Configuration.UI_MODE_NIGHT_NO;
        wanted.uiMode = (wanted.uiMode & ~Configuration.UI_MODE_NIGHT_MASK) | night;
        int ground = activity.createConfigurationContext(wanted).getColor(R.color.ground);
        activity.getWindow().setStatusBarColor(ground);
        activity.getWindow().setNavigationBarColor(ground);
        frame.setBackgroundColor(ground);
        int light = View.SYSTEM_UI_FLAG_LIGHT_STATUS_BAR | View.SYSTEM_UI_FLAG_LIGHT_NAVIGATION_BAR;
        frame.setSystemUiVisibility(dark ? 0 : light);
    }
}
