package zhicai.shell;

import android.content.Context;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.SecureRandom;

/** A random mark of this phone, where no backup and no transfer takes it: by it the page knows that its storage came along. */
final class DeviceMark {
    private DeviceMark() {}

    /** Returns the mark, which is made at first; "" where it cannot be kept. */
    static String of(Context context) {
        File file = new File(context.getNoBackupFilesDir(), "device");
        try {
            if (!file.isFile()) {
                byte[] mark = new byte[16];
                new SecureRandom().nextBytes(mark);
                Files.write(file.toPath(), OutgoingFile.hex(mark).getBytes(StandardCharsets.US_ASCII));
            }
            return new String(Files.readAllBytes(file.toPath()), StandardCharsets.US_ASCII);
        } catch (IOException full) {
            return "";
        }
    }
}
