package zhicai.shell;

import android.content.ActivityNotFoundException;
import android.content.ClipData;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.print.PrintAttributes;
import android.print.PrintManager;
import java.io.IOException;

/** Brings a file that is whole to where the page said: saved, shared or printed. */
final class Delivery implements FileDesk.Taker {
    private final Main window;

    Delivery(Main window) {
        this.window = window;
    }

    @Override
    public void whole(final OutgoingFile file, final Reply reply) {
        final Uri shared;
        try {
            shared = file.purpose.equals("share") ? SharedFiles.share(window, file) : null;
        } catch (IOException failed) {
            file.drop();
            reply.no(OutgoingFile.refusal(failed).code);
            return;
        }
        window.runOnUiThread(new Runnable() {
            @Override
            public void run() {
                if (shared != null) {
                    share(shared, file, reply);
                } else if (file.purpose.equals("print")) {
                    print(file, reply);
                } else {
                    window.save(file, reply);
                }
            }
        });
    }

    private void share(Uri address, OutgoingFile file, Reply reply) {
        Intent send = new Intent(Intent.ACTION_SEND)
                .setType(file.type).putExtra(Intent.EXTRA_STREAM, address)
                .addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION);
        send.setClipData(ClipData.newRawUri(file.name, address)); // what the permission is for
        try {
            window.startActivity(Intent.createChooser(send, file.name));
            reply.ok();
        } catch (ActivityNotFoundException none) {
            reply.no(Reply.MISSING);
        }
    }

    private void print(OutgoingFile file, Reply reply) {
        boolean possible = window.getPackageManager().hasSystemFeature(PackageManager.FEATURE_PRINTING);
        if (!possible || !file.type.equals("application/pdf")) {
            file.drop();
            reply.no(possible ? Reply.ODD : Reply.MISSING);
            return;
        }
        PrintManager manager = window.getSystemService(PrintManager.class);
        Paper paper = new Paper(file, reply);
        PrintAttributes wanted = new PrintAttributes.Builder().setMediaSize(PrintAttributes.MediaSize.ISO_A4).build();
        paper.belongsTo(manager.print(file.name, paper, wanted));
    }
}
