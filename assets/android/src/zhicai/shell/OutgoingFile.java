package zhicai.shell;

import android.system.ErrnoException;
import android.system.OsConstants;
import android.util.Base64;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.json.JSONException;
import org.json.JSONObject;

/** A file that the page hands over piece by piece; each piece is acknowledged when it is written. */
final class OutgoingFile {
    static final int PIECE = 192 * 1024;

    private static final long SPARE = 1 << 20; // bytes that must stay free
    private static final int NAME_AT_MOST = 120;

    final File file;
    final String name;
    final String type;
    final String purpose;
    private final long size;
    private final FileOutputStream out;
    private final MessageDigest digest;
    private long written;
    private int next;

    /** Begins a file in a folder. Raises Refusal where there is no room or what is asked makes no sense. */
    OutgoingFile(File folder, JSONObject how) throws Refusal, JSONException {
        name = fileName(how.getString("name"));
        String asked = how.optString("type");
        type = asked.matches("[\\w.+-]+/[\\w.+-]+") ? asked : "application/octet-stream";
        purpose = how.getString("for");
        size = how.getLong("size");
        if (size < 0 || !purpose.matches("save|share|print")) {
            throw new Refusal(Reply.ODD);
        }
        file = new File(folder, name);
        if (!folder.isDirectory() && !folder.mkdirs()) {
            throw new Refusal(Reply.ROOM);
        }
        if (folder.getUsableSpace() < size + SPARE) {
            throw new Refusal(Reply.ROOM);
        }
        try {
            out = new FileOutputStream(file);
            digest = MessageDigest.getInstance("SHA-256");
        } catch (IOException failed) {
            throw refusal(failed);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Writes a piece; one that came already counts as written. */
    void piece(int number, String data) throws Refusal {
        if (number == next - 1) {
            return;
        }
        byte[] bytes;
        try {
            bytes = Base64.decode(data, Base64.DEFAULT);
        } catch (IllegalArgumentException wrong) {
            throw new Refusal(Reply.ODD);
        }
        if (number != next || bytes.length > PIECE || written + bytes.length > size) {
            throw new Refusal(Reply.ODD);
        }
        try {
            out.write(bytes);
        } catch (IOException failed) {
            throw refusal(failed);
        }
        digest.update(bytes);
        written += bytes.length;
        next += 1;
    }

    /** Ends it. Raises Refusal where it is not what was announced. */
    void finish(String sha256) throws Refusal {
        try {
            out.close();
        } catch (IOException failed) {
            throw refusal(failed);
        }
        if (written != size || !(sha256.isEmpty() || sha256.equalsIgnoreCase(hex(digest.digest())))) {
            throw new Refusal(Reply.ODD);
        }
    }

    /** Takes it away again, and the folder that holds nothing else. */
    void drop() {
        try {
            out.close();
        } catch (IOException failed) {
            // it goes away anyway
        }
        Folders.remove(file.getParentFile());
    }

    /** Returns why something could not be written. */
    static Refusal refusal(IOException failed) {
        boolean full = failed.getCause() instanceof ErrnoException
                && ((ErrnoException) failed.getCause()).errno == OsConstants.ENOSPC;
        return new Refusal(full ? Reply.ROOM : Reply.ODD);
    }

    /** Returns a name without what leads elsewhere: the rest is the page's choice. */
    static String fileName(String wanted) {
        String name = wanted.replaceAll("[\\\\/:*?\"<>|\\p{Cntrl}]", "-").replaceFirst("^[.\\s]+", "").trim();
        if (name.length() > NAME_AT_MOST) {
            int dot = name.lastIndexOf('.');
            String end = dot > 0 && name.length() - dot <= 10 ? name.substring(dot) : "";
            name = name.substring(0, NAME_AT_MOST - end.length()) + end;
        }
        return name.isEmpty() ? "file" : name;
    }

    static String hex(byte[] bytes) {
        StringBuilder written = new StringBuilder();
        for (byte each : bytes) {
            written.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
        }
        return written.toString();
    }
}
