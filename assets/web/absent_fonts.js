// For a character that our fonts have not (in a name, in another referee's record) Flutter looks for a font beside ours. There is
// none; and it would look again with every layout, for ever. It is given a font without any character, and looks no more.
(() => {
  const NONE = [
    "d09GMgABAAAAAADUAAoAAAAAAhwAAACOAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAABmAALAoBKgE2AiQDBAsEAAQgBTwHIBuPAUAuCuwG+YrZDOIJMBDh++V4",
    "PrrY+zNzcFILB2FCaWAHpiEmuAkpjl889Q0lpQsuEVK+3OD0JJBphMkmnWSaYPeN1mFj7Elb6vWltsJhBF+Hm29QaFxacBkvlIK92VsAAQUAgAFAEH70T7UF",
    "/x41vAVoBYIFSsjEynjqjX6EKZQtbXNKFqg2t24ONgA=",
  ].join("");
  const fetched = globalThis.fetch;
  globalThis.fetch = async (asked, ...more) => {
    const answer = await fetched(asked, ...more);
    if (answer.ok || !/\/assets\/fonts\/noto/.test(answer.url)) return answer;
    return new Response(Uint8Array.from(atob(NONE), (letter) => letter.charCodeAt(0)), { headers: { "Content-Type": "font/woff2" } });
  };
})();
