package zhicai.shell;

/** Something is not done; the code says why. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    final String code;

    Refusal(String code) {
        super(code);
        this.code = code;
    }
}
