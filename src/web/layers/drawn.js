// In the map library's own workers: reads what is drawn of a layer. The library gives what it fetched to the page as well,
// which has no use for it and would be held while it unpacks it: so the places are left out of what is given.

self.addProtocol('own', async ({ url }, { signal }) => {
  const response = await fetch(decodeURIComponent(url.slice(url.indexOf('?') + 1)), { signal });
  const data = await response.json();
  Object.defineProperty(data, 'features', { enumerable: false });
  return { data };
});
