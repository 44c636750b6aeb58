// MapLibre is an ES module with a worker beside it; it is imported only when the map is about to be made.
export const importModule = (url) => import(url);
