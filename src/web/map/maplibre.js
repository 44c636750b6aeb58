// MapLibre is an ES module with a worker beside it; the page's import map says where. It is imported inside a function,
// so that pages without that map, such as those of tests, load as well.
export const importMapLibre = () => import('maplibre-gl');
