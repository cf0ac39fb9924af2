package zhicai.shell;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.ClipData;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.webkit.MimeTypeMap;
import android.webkit.ValueCallback;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;

/**
 * The system's own screens to choose a file or a place for one.
 *
 * The system may end this app while one of them is open, and begin it again with the choice: what was to be saved is saved
 * then, and what was chosen is told to the new page as opened.
 */
final class Pickers {
    private static final int SAVE = 1;
    private static final int OPEN = 2;
    private static final int CHOOSE = 3;
    private static final String SAVING = "saving";

    /** Hears of what was chosen for a page that is gone. */
    interface Listener {
        void onOrphans(List<Uri> chosen);
    }

    private final Activity activity;
    private final FileDesk desk;
    private final Listener listener;
    private File saving;
    private Reply toSave;
    private Reply toOpen;
    private ValueCallback<Uri[]> toChoose;

    Pickers(Activity activity, FileDesk desk, Listener listener, Bundle saved) {
        this.activity = activity;
        this.desk = desk;
        this.listener = listener;
        String left = saved == null ? null : saved.getString(SAVING);
        saving = left == null ? null : new File(left);
    }

    /** Writes down what is to be saved. */
    void keep(Bundle state) {
        if (saving != null) {
            state.putString(SAVING, saving.getPath());
        }
    }

    /** Asks where to, and saves it there. */
    void save(OutgoingFile file, Reply reply) {
        if (toSave != null) {
            file.drop();
            reply.no(Reply.ODD); // one at a time
            return;
        }
        Intent where = new Intent(Intent.ACTION_CREATE_DOCUMENT)
                .addCategory(Intent.CATEGORY_OPENABLE).setType(file.type).putExtra(Intent.EXTRA_TITLE, file.name);
        saving = file.file;
        toSave = reply;
        if (!start(where, SAVE)) {
            saving = null;
            toSave = null;
            file.drop();
            reply.no(Reply.MISSING);
        }
    }

    /** Asks which files to open. */
    void open(List<String> types, boolean many, Reply reply) {
        if (toOpen != null) {
            reply.no(Reply.ODD);
        } else if (start(which(types, many), OPEN)) {
            toOpen = reply;
        } else {
            reply.no(Reply.MISSING);
        }
    }

    /** Asks which files a field of the page shall have. */
    void choose(List<String> types, boolean many, ValueCallback<Uri[]> chosen) {
        if (toChoose != null) {
            toChoose.onReceiveValue(null);
        }
        toChoose = chosen;
        if (!start(which(types, many), CHOOSE)) {
            toChoose = null;
            chosen.onReceiveValue(null);
        }
    }

    /** Takes what was chosen. */
    void onResult(int request, int result, Intent data) {
        List<Uri> chosen = result == Activity.RESULT_OK ? addresses(data) : new ArrayList<Uri>();
        if (request == SAVE) {
            onPlace(chosen);
        } else if (request == OPEN) {
            Reply reply = toOpen;
            toOpen = null;
            if (chosen.isEmpty() && reply != null) {
                reply.no(Reply.CANCELLED);
            } else if (reply != null) {
                desk.choose(chosen, reply);
            } else if (!chosen.isEmpty()) {
                listener.onOrphans(chosen);
            }
        } else if (request == CHOOSE && toChoose != null) {
            toChoose.onReceiveValue(chosen.isEmpty() ? null : chosen.toArray(new Uri[0]));
            toChoose = null;
        }
    }

    private void onPlace(final List<Uri> chosen) {
        final File file = saving;
        final Reply reply = toSave != null ? toSave : new Reply(null, new Nobody());
        saving = null;
        toSave = null;
        if (file == null) {
            return;
        }
        desk.run(new Runnable() {
            @Override
            public void run() {
                try {
                    if (chosen.isEmpty()) {
                        reply.no(Reply.CANCELLED);
                    } else {
                        Copying.copy(file, activity.getContentResolver(), chosen.get(0));
                        reply.ok();
                    }
                } catch (Refusal refused) {
                    reply.no(refused.code);
                }
                Folders.remove(file.getParentFile());
            }
        });
    }

    private boolean start(Intent intent, int request) {
        try {
            activity.startActivityForResult(intent, request);
            return true;
        } catch (ActivityNotFoundException none) {
            return false;
        }
    }

    /** Ends of names are asked for as what they mean; where the system does not know one, everything can be chosen. */
    private static Intent which(List<String> types, boolean many) {
        List<String> known = new ArrayList<>();
        boolean all = types.isEmpty();
        for (String each : types) {
            String type = each.startsWith(".")
                    ? MimeTypeMap.getSingleton().getMimeTypeFromExtension(each.substring(1)) : each;
            if (type == null || type.indexOf('/') < 0) {
                all = true;
            } else {
                known.add(type);
            }
        }
        Intent intent = new Intent(Intent.ACTION_OPEN_DOCUMENT)
                .addCategory(Intent.CATEGORY_OPENABLE).setType("*/*").putExtra(Intent.EXTRA_ALLOW_MULTIPLE, many);
        return all ? intent : intent.putExtra(Intent.EXTRA_MIME_TYPES, known.toArray(new String[0]));
    }

    private static List<Uri> addresses(Intent data) {
        List<Uri> found = new ArrayList<>();
        ClipData clip = data == null ? null : data.getClipData();
        for (int at = 0; clip != null && at < clip.getItemCount(); at++) {
            if (clip.getItemAt(at).getUri() != null) {
                found.add(clip.getItemAt(at).getUri());
            }
        }
        if (found.isEmpty() && data != null && data.getData() != null) {
            found.add(data.getData());
        }
        return found;
    }

    /** Hears the answer to what a page asked that is gone. */
    private static final class Nobody implements Reply.Way {
        @Override
        public void send(JSONObject answer) {}
    }
}
