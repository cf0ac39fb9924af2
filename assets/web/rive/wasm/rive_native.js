// Flet's client starts an animation library at every start, from another host; nothing of it is used here. It finds this instead,
// and waits for it for ever.
globalThis.RiveNative = () => new Promise(() => {});
