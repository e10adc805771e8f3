// The foot of a page without a server: where everything runs, the other game, and what it is made
// of.

import { isKept } from "./answers.js";
import { h } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { APP, ROOT } from "./place.js";

/** Adds the foot to the page. */
export function mountFooter() {
  const foot = h("footer", { class: "page-foot quiet" });
  const [other, href] = APP ? ["numberdrop", ROOT.href] : ["Omba", new URL("omba/", ROOT).href];
  let warning = "";
  const draw = () =>
    foot.replaceChildren(
      h("p", {}, t("here.what"), " ", t("here.alone")),
      isSecureContext ? "" : h("p", {}, t("here.online")),
      warning ? h("p", { role: "alert", class: "fault" }, t(warning)) : "",
      h(
        "p",
        {},
        h("a", { href }, other),
        " · ",
        h("a", { href: new URL("made-of.html", ROOT).href }, t("here.made")),
      ),
    );
  document.getElementById("main")?.after(foot);
  draw();
  onLanguage(draw);
  isKept.then((is) => {
    if (is) return;
    warning = "here.unkept";
    draw();
  });
}
