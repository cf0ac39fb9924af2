package zhicai.shell;

import android.content.ContentResolver;
import android.net.Uri;
import android.provider.DocumentsContract;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Copies a file to where the user said. */
final class Copying {
    private Copying() {}

    /** Copies all of it. */
    static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] piece = new byte[64 * 1024];
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
            out.write(piece, 0, length);
        }
    }

    /** Copies it to a document; where that fails, the document is taken away again rather than left half written. */
    static void copy(File file, ContentResolver resolver, Uri target) throws Refusal {
        try (InputStream in = new FileInputStream(file);
                OutputStream out = opened(resolver, target)) {
            copy(in, out);
        } catch (SecurityException denied) {
            throw new Refusal(Reply.DENIED);
        } catch (IOException failed) {
            remove(resolver, target);
            throw OutgoingFile.refusal(failed);
        } catch (RuntimeException broken) { // another app's fault
            throw new Refusal(Reply.ODD);
        }
    }

    /** What was there before must not stay behind the end; but not everybody knows how to cut it off. */
    private static OutputStream opened(ContentResolver resolver, Uri target) throws IOException {
        OutputStream out;
        try {
            out = resolver.openOutputStream(target, "wt");
        } catch (FileNotFoundException | IllegalArgumentException | UnsupportedOperationException unknown) {
            out = resolver.openOutputStream(target, "w");
        }
        if (out == null) {
            throw new FileNotFoundException();
        }
        return out;
    }

    private static void remove(ContentResolver resolver, Uri target) {
        try {
            DocumentsContract.deleteDocument(resolver, target);
        } catch (FileNotFoundException | RuntimeException failed) {
            // the user sees an empty file
        }
    }
}
