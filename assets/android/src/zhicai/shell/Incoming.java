package zhicai.shell;

import android.content.Intent;
import android.net.Uri;
import java.util.ArrayList;
import java.util.List;

/** What the app was opened with: a link of its own scheme, or files that another app gives. Nobody's word is taken for it. */
final class Incoming {
    private static final int LINK_AT_MOST = 2000;

    String link;
    final List<Uri> files = new ArrayList<>();

    private Incoming() {}

    /** Reads an intent; what is given as a file must not be one of this app's own. */
    static Incoming of(Intent intent, String ownFiles) {
        Incoming found = new Incoming();
        boolean old = intent == null || (intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        Uri address = old ? null : intent.getData();
        if (!old && Intent.ACTION_SEND.equals(intent.getAction())) {
            Object given = intent.getExtras() == null ? null : intent.getExtras().get(Intent.EXTRA_STREAM);
            address = given instanceof Uri ? (Uri) given : null;
        } else if (old || !Intent.ACTION_VIEW.equals(intent.getAction())) {
            return found;
        }
        String scheme = address == null || address.getScheme() == null ? "" : address.getScheme();
        if (scheme.equals("content") && !ownFiles.equals(address.getAuthority())) {
            found.files.add(address);
        } else if (!scheme.matches("|content|file|https?|javascript|data") && address.toString().length() <= LINK_AT_MOST) {
            found.link = address.toString();
        }
        return found;
    }
}
