// The page's other modules, by the names of its import map. They are imported inside functions, so that pages without that
// map, such as those of tests, load as well.

/** What has begun to load the map before the core was here. */
export const importStart = () => import('glassmap-start');

/** The answer to the request for `path` that was sent before the core could ask; undefined when none was. */
export const takeResponse = async (path) => (await import('glassmap-start')).takeResponse(path);

/** What the human draws with; it comes when it is first taken in hand. */
export const importPen = () => import('glassmap-pen');

/** What reads and draws data of one's own; it comes when it is first needed. */
export const importLayers = () => import('glassmap-layers');
