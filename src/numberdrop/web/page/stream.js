// Answers that come line by line: one JSON document a line, until the search has ended.

/**
 * Sends a request and yields each document as it comes; the server ends its search when `signal`
 * is aborted.
 * @param {string} path under /api/v1/, as "hints"
 * @param {object} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any, void, void>}
 * @throws {Error} the server's one line, where it refuses
 */
export async function* stream(path, body, signal) {
  const answer = await fetch(`/api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!answer.ok || !answer.body) throw new Error((await answer.json()).error);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const document = JSON.parse(line);
      if (document.error) throw new Error(document.error);
      yield document;
    }
    if (done) return;
  }
}
