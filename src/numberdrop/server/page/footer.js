// The foot of the page: a page that a server serves has none. The page that needs no server has
// another module of this name (numberdrop/browser).

/** Adds the foot to the page. Called once, after the translations have been loaded. */
export function mountFooter() {}
