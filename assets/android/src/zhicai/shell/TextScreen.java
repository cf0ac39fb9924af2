package zhicai.shell;

import android.app.Activity;
import android.view.Gravity;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;

/** A screen of text alone, where no page can be shown: what is missing, what to do, and to try again. */
final class TextScreen {
    private TextScreen() {}

    /** Returns the screen. */
    static View of(final Activity activity, String said, String how) {
        LinearLayout column = new LinearLayout(activity);
        column.setOrientation(LinearLayout.VERTICAL);
        int edge = Math.round(24 * activity.getResources().getDisplayMetrics().density);
        column.setPadding(edge, edge, edge, edge);
        for (String each : new String[] {said, how}) {
            TextView text = new TextView(activity);
            text.setText(each);
            text.setTextSize(18);
            text.setTextColor(activity.getColor(R.color.ink));
            text.setTextIsSelectable(true);
            text.setPadding(0, 0, 0, edge);
            column.addView(text);
        }
        Button again = new Button(activity);
        again.setText(R.string.again);
        again.setOnClickListener(new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                activity.recreate();
            }
        });
        column.addView(again, new LinearLayout.LayoutParams(
                LinearLayout.LayoutParams.WRAP_CONTENT, LinearLayout.LayoutParams.WRAP_CONTENT));
        column.setGravity(Gravity.CENTER_VERTICAL);
        ScrollView screen = new ScrollView(activity);
        screen.setFillViewport(true);
        screen.setFitsSystemWindows(true);
        screen.setBackgroundColor(activity.getColor(R.color.ground));
        screen.addView(column);
        return screen;
    }
}
