// Whether nothing is to move: by the device, or by what its reader chose at the settings.

export const isStill = () =>
  document.documentElement.dataset.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
