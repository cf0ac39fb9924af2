package zhicai.shell;

import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.ParcelFileDescriptor;
import android.print.PageRange;
import android.print.PrintAttributes;
import android.print.PrintDocumentAdapter;
import android.print.PrintDocumentInfo;
import android.print.PrintJob;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Hands a PDF that is ready to the system's printing. */
final class Paper extends PrintDocumentAdapter {
    private final OutgoingFile pdf;
    private final Reply reply;
    private PrintJob job;

    Paper(OutgoingFile pdf, Reply reply) {
        this.pdf = pdf;
        this.reply = reply;
    }

    /** Learns which job it is, which knows in the end whether it was given up. */
    void belongsTo(PrintJob job) {
        this.job = job;
    }

    @Override
    public void onLayout(
            PrintAttributes before, PrintAttributes now, CancellationSignal cancelled, LayoutResultCallback done, Bundle more) {
        if (cancelled.isCanceled()) {
            done.onLayoutCancelled();
            return;
        }
        PrintDocumentInfo info = new PrintDocumentInfo.Builder(pdf.name)
                .setContentType(PrintDocumentInfo.CONTENT_TYPE_DOCUMENT)
                .setPageCount(PrintDocumentInfo.PAGE_COUNT_UNKNOWN)
                .build();
        done.onLayoutFinished(info, before == null); // the pages are as they are, whatever paper is chosen
    }

    @Override
    public void onWrite(PageRange[] pages, ParcelFileDescriptor to, CancellationSignal cancelled, WriteResultCallback done) {
        try (InputStream in = new FileInputStream(pdf.file);
                OutputStream out = new FileOutputStream(to.getFileDescriptor())) {
            Copying.copy(in, out);
            done.onWriteFinished(new PageRange[] {PageRange.ALL_PAGES});
        } catch (IOException failed) {
            done.onWriteFailed(null);
        }
    }

    @Override
    public void onFinish() {
        pdf.drop();
        if (job != null && job.isCancelled()) {
            reply.no(Reply.CANCELLED);
        } else {
            reply.ok();
        }
    }
}
