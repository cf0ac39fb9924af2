package zhicai.shell;

import android.content.ContentResolver;
import android.database.Cursor;
import android.net.Uri;
import android.provider.OpenableColumns;
import android.util.Base64;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.json.JSONObject;

/** A file somebody chose for the page, which takes it piece by piece and in order; the last one may be asked for again. */
final class IncomingFile {
    private final ContentResolver resolver;
    private final Uri address;
    private InputStream in;
    private byte[] ahead;
    private String data = "";
    private boolean last;
    private int next;

    IncomingFile(ContentResolver resolver, Uri address) {
        this.resolver = resolver;
        this.address = address;
    }

    /** Returns what is known of it. Raises Refusal where it is not to be had. */
    JSONObject describe(int key) throws Refusal {
        String name = address.getLastPathSegment();
        long size = -1;
        String type;
        String[] wanted = {OpenableColumns.DISPLAY_NAME, OpenableColumns.SIZE};
        try (Cursor found = resolver.query(address, wanted, null, null, null)) {
            if (found != null && found.moveToFirst()) {
                int nameAt = found.getColumnIndex(OpenableColumns.DISPLAY_NAME);
                int sizeAt = found.getColumnIndex(OpenableColumns.SIZE);
                name = nameAt < 0 || found.isNull(nameAt) ? name : found.getString(nameAt);
                size = sizeAt < 0 || found.isNull(sizeAt) ? -1 : found.getLong(sizeAt);
            }
            type = resolver.getType(address);
        } catch (SecurityException denied) {
            throw new Refusal(Reply.DENIED);
        } catch (RuntimeException broken) { // another app's fault: it must not be ours
            throw new Refusal(Reply.MISSING);
        }
        String shown = OutgoingFile.fileName(name == null ? "" : name);
        return Message.of("file", key, "name", shown, "size", size, "type", type == null ? "" : type);
    }

    /** Answers with a piece. */
    void read(int number, Reply reply) throws Refusal {
        if (number == next && !last) {
            try {
                advance();
            } catch (FileNotFoundException gone) {
                throw new Refusal(Reply.MISSING);
            } catch (SecurityException denied) {
                throw new Refusal(Reply.DENIED);
            } catch (IOException | RuntimeException broken) {
                throw new Refusal(Reply.ODD);
            }
            next += 1;
        } else if (number != next - 1) {
            throw new Refusal(Reply.ODD);
        }
        reply.ok("n", number, "data", data, "last", last);
    }

    /** Lets go of it. */
    void close() {
        try {
            if (in != null) {
                in.close();
            }
        } catch (IOException failed) {
            // it was only read
        }
    }

    private void advance() throws IOException {
        if (in == null) {
            in = resolver.openInputStream(address);
            if (in == null) {
                throw new FileNotFoundException();
            }
            ahead = piece();
        }
        byte[] now = ahead;
        ahead = piece();
        last = ahead.length == 0;
        data = Base64.encodeToString(now, Base64.NO_WRAP);
    }

    private byte[] piece() throws IOException {
        byte[] read = new byte[OutgoingFile.PIECE];
        int length = 0;
        while (length < read.length) {
            int more = in.read(read, length, read.length - length);
            if (more < 0) {
                break;
            }
            length += more;
        }
        return Arrays.copyOf(read, length);
    }
}
