package zhicai.shell;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A part of a file, for a reader that may or may not know that it is one.
 *
 * A WebView reads the header Range as well: it checks it against available() and skips to its beginning by itself, whatever
 * status the answer has (InputStreamReader::Seek in Chromium's embedder_support). So this stream says first that it has the
 * whole size, and takes one skip to the beginning of the part, before anything is read, for the place where it is anyway.
 */
final class PartStream extends FilterInputStream {
    private final long first;
    private final long size;
    private long left;
    private boolean there;

    PartStream(InputStream whole, long first, long last, long size) {
        super(whole);
        this.first = first;
        this.size = size;
        left = last - first + 1;
    }

    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, there ? left : size);
    }

    @Override
    public long skip(long count) throws IOException {
        if (!there && count == first) {
            goThere();
            return count;
        }
        goThere();
        long skipped = super.skip(Math.min(count, left));
        left -= skipped;
        return skipped;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
        goThere();
        if (left == 0) {
            return length == 0 ? 0 : -1;
        }
        int read = super.read(into, at, (int) Math.min(length, left));
        left -= Math.max(0, read);
        return read;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void goThere() throws IOException {
        for (long before = there ? 0 : first; before > 0;) {
            long skipped = super.skip(before);
            if (skipped <= 0) {
                throw new IOException("shorter than it said");
            }
            before -= skipped;
        }
        there = true;
    }
}
