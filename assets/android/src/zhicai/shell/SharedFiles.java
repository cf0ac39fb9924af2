package zhicai.shell;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import android.provider.OpenableColumns;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/**
 * Gives a file to the app it was shared with, which the system lets read this one address.
 *
 * Its authority is read from the package's name, which an edition of its own changes.
 */
public final class SharedFiles extends ContentProvider {
    private static final String TYPE = ".type"; // beside the folder of a file: what it is

    /** Returns the authority under which this package gives files. */
    static String authority(Context context) {
        return context.getPackageName() + ".files";
    }

    /** Takes over a file that is whole; returns its address. */
    static Uri share(Context context, OutgoingFile file) throws IOException {
        File folder = file.file.getParentFile();
        File kept = new File(Folders.shared(context), folder.getName());
        if (!kept.getParentFile().isDirectory() && !kept.getParentFile().mkdirs()) {
            throw new IOException("no folder to share from");
        }
        try (FileOutputStream out = new FileOutputStream(kept.getPath() + TYPE)) {
            out.write(file.type.getBytes(StandardCharsets.UTF_8));
        }
        if (!folder.renameTo(kept)) {
            throw new IOException("not moved");
        }
        return new Uri.Builder()
                .scheme("content").authority(authority(context)).appendPath(kept.getName()).appendPath(file.name).build();
    }

    @Override
    public boolean onCreate() {
        return true;
    }

    @Override
    public ParcelFileDescriptor openFile(Uri address, String mode) throws FileNotFoundException {
        if (!mode.equals("r")) {
            throw new SecurityException("to be read only");
        }
        return ParcelFileDescriptor.open(found(address), ParcelFileDescriptor.MODE_READ_ONLY);
    }

    @Override
    public Cursor query(Uri address, String[] columns, String where, String[] values, String order) {
        String[] names = columns != null ? columns : new String[] {OpenableColumns.DISPLAY_NAME, OpenableColumns.SIZE};
        MatrixCursor cursor = new MatrixCursor(names, 1);
        try {
            File file = found(address);
            MatrixCursor.RowBuilder row = cursor.newRow();
            for (String name : names) {
                row.add(name.equals(OpenableColumns.DISPLAY_NAME) ? (Object) file.getName()
                        : name.equals(OpenableColumns.SIZE) ? (Object) file.length() : null);
            }
        } catch (FileNotFoundException gone) {
            // no row
        }
        return cursor;
    }

    @Override
    public String getType(Uri address) {
        try {
            File type = new File(found(address).getParentFile().getPath() + TYPE);
            return new String(Files.readAllBytes(type.toPath()), StandardCharsets.UTF_8);
        } catch (IOException gone) {
            return null;
        }
    }

    private File found(Uri address) throws FileNotFoundException {
        List<String> steps = address.getPathSegments();
        if (steps.size() == 2) {
            for (String step : steps) {
                if (step.contains("/") || step.startsWith(".")) {
                    throw new FileNotFoundException();
                }
            }
            File file = new File(new File(Folders.shared(getContext()), steps.get(0)), steps.get(1));
            if (file.isFile()) {
                return file;
            }
        }
        throw new FileNotFoundException();
    }

    @Override
    public Uri insert(Uri address, ContentValues values) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int update(Uri address, ContentValues values, String where, String[] with) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int delete(Uri address, String where, String[] with) {
        throw new UnsupportedOperationException();
    }
}
