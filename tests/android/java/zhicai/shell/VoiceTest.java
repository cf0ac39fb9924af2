package zhicai.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;
import static zhicai.shell.Phone.assertNo;
import static zhicai.shell.Phone.assertOk;

import android.os.Looper;
import android.speech.tts.TextToSpeech;
import android.speech.tts.Voice;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowTextToSpeech;

/** Reading aloud: by a voice of this phone for the script, or not at all. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = 34, shadows = {Phone.Posted.class, Phone.Workers.class})
public class VoiceTest {
    private static final JSONArray LINES = new JSONArray(Arrays.asList("先读这一句。", "再读这一句。"));

    @Before
    public void forget() {
        ShadowTextToSpeech.reset();
    }

    private static void voice(String name, String language, boolean network, String... features) {
        Set<String> has = new HashSet<>(Arrays.asList(features));
        Locale locale = Locale.forLanguageTag(language);
        ShadowTextToSpeech.addVoice(
                new Voice(name, locale, Voice.QUALITY_NORMAL, Voice.LATENCY_NORMAL, network, has));
    }

    private static ShadowTextToSpeech started(int status) {
        ShadowTextToSpeech engine = shadowOf(ShadowTextToSpeech.getLastTextToSpeechInstance());
        engine.getOnInitListener().onInit(status);
        shadowOf(Looper.getMainLooper()).idle();
        return engine;
    }

    @Test
    public void voicesOfThisPhoneAreCounted() {
        voice("en", "en-US", false);
        voice("far", "zh-CN", true);
        voice("later", "zh-CN", false, TextToSpeech.Engine.KEY_FEATURE_NOT_INSTALLED);
        Phone phone = Phone.opened();
        int number = phone.send("voices");
        started(TextToSpeech.SUCCESS);
        assertEquals(false, phone.answer(number).opt("hans"));
        voice("near", "zh-CN", false);
        assertEquals(true, phone.ask("voices").opt("hans"));
    }

    @Test
    public void linesAreReadByTheVoiceOfTheScriptAndAnsweredAtTheEnd() {
        voice("tw", "zh-TW", false);
        voice("cn", "zh-CN", false);
        Phone phone = Phone.opened();
        int number = phone.send("say", "lines", LINES, "script", "hant");
        ShadowTextToSpeech engine = started(TextToSpeech.SUCCESS);
        assertEquals("tw", engine.getCurrentVoice().getName());
        assertEquals(Arrays.asList("先读这一句。", "再读这一句。"), engine.getSpokenTextList());
        assertOk(phone.answer(number)); // the shadow says at once that it is done
        phone.ask("say", "lines", LINES, "script", "hans");
        assertEquals("cn", engine.getCurrentVoice().getName());
    }

    @Test
    public void hushingAnswersWhatWasBeingRead() {
        voice("cn", "zh-CN", false);
        Phone phone = Phone.opened();
        int number = phone.send("say", "lines", LINES, "script", "hans"); // the engine has not started
        assertOk(phone.ask("hush"));
        assertOk(phone.answer(number));
        ShadowTextToSpeech engine = started(TextToSpeech.SUCCESS);
        assertNull(engine.getLastSpokenText());
    }

    @Test
    public void withoutAVoiceNothingIsRead() {
        voice("far", "zh-CN", true);
        Phone phone = Phone.opened();
        int number = phone.send("say", "lines", LINES, "script", "hans");
        ShadowTextToSpeech engine = started(TextToSpeech.SUCCESS);
        assertNo("missing", phone.answer(number));
        assertNull(engine.getLastSpokenText());
    }

    @Test
    public void anEngineThatDoesNotStartIsGivenUp() {
        Phone phone = Phone.opened();
        int number = phone.send("voices");
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(6));
        JSONObject answer = phone.answer(number);
        assertEquals(false, answer.opt("hans"));
        number = phone.send("say", "lines", LINES, "script", "hans"); // asked anew
        started(TextToSpeech.ERROR);
        assertNo("missing", phone.answer(number));
    }

    @Test
    public void theEngineIsLetGo() {
        voice("cn", "zh-CN", false);
        Phone phone = Phone.opened();
        phone.send("voices");
        ShadowTextToSpeech engine = started(TextToSpeech.SUCCESS);
        phone.controller.pause().stop().destroy();
        assertTrue(engine.isShutdown());
    }

    @Test
    public void kindsOfChineseAreRanked() {
        String[] kinds = {"zh-cn", "zh", "yue"};
        assertEquals(0, zhicai.shell.Voice.rank(Locale.forLanguageTag("zh-CN"), kinds));
        assertEquals(0, zhicai.shell.Voice.rank(new Locale("zho", "CN"), kinds));
        assertEquals(1, zhicai.shell.Voice.rank(Locale.forLanguageTag("zh-TW"), kinds));
        assertEquals(2, zhicai.shell.Voice.rank(Locale.forLanguageTag("yue-HK"), kinds));
        assertEquals(3, zhicai.shell.Voice.rank(Locale.forLanguageTag("en-US"), kinds));
    }
}
