package zhicai.shell;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads which bytes a request wants (RFC 9110, 14.1.2): one range; what is written otherwise counts as not written. */
final class Ranges {
    static final long[] BEYOND = {};

    private static final Pattern WRITTEN = Pattern.compile("bytes=(\\d{0,15})-(\\d{0,15})");

    private Ranges() {}

    /** Returns first and last byte, null for the whole file, or BEYOND. */
    static long[] of(String written, long size) {
        Matcher found = written == null ? null : WRITTEN.matcher(written.trim());
        if (found == null || !found.matches() || (found.group(1).isEmpty() && found.group(2).isEmpty())) {
            return null;
        }
        long first;
        long last = size - 1;
        if (found.group(1).isEmpty()) {
            long wanted = Long.parseLong(found.group(2));
            if (wanted == 0) {
                return BEYOND;
            }
            first = Math.max(0, size - wanted);
        } else {
            first = Long.parseLong(found.group(1));
            if (!found.group(2).isEmpty()) {
                long named = Long.parseLong(found.group(2));
                if (named < first) {
                    return null;
                }
                last = Math.min(last, named);
            }
        }
        return first >= size ? BEYOND : new long[] {first, last};
    }
}
