package zhicai.shell;

import android.content.Context;
import java.io.File;

/** Where files of the page lie on their way out: in the cache, which the system may empty. */
final class Folders {
    private static final long DAY = 24 * 60 * 60 * 1000L;

    private Folders() {}

    /** Files that the page is writing, or that wait for the user to say where to. */
    static File outgoing(Context context) {
        return new File(context.getCacheDir(), "outgoing");
    }

    /** Files that were shared: whoever they were shared with may still read them. */
    static File shared(Context context) {
        return new File(context.getCacheDir(), "shared");
    }

    /** Takes away what was shared more than a day ago, and what never went out. */
    static void sweep(Context context) {
        for (File folder : new File[] {outgoing(context), shared(context)}) {
            File[] found = folder.listFiles();
            for (File each : found == null ? new File[0] : found) {
                if (System.currentTimeMillis() - each.lastModified() > DAY) {
                    remove(each);
                }
            }
        }
    }

    /** Takes away a file or a folder of files. */
    static void remove(File file) {
        File[] inside = file.listFiles();
        for (File each : inside == null ? new File[0] : inside) {
            remove(each);
        }
        file.delete();
    }
}
