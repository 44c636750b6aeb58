// The theme that was chosen here, else the system's; set before the first paint.
(() => {
  'use strict';
  let chosen = null;
  try { chosen = localStorage.getItem('glassmap-theme'); } catch { /* storage is refused: the system's theme */ }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
