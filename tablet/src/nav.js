/** Another screen: "history/1/3". The browser's own way back works. */
export const go = (where) => {
  location.hash = `#/${where}`;
};
