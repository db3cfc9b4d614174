/** A dynamic provider that does nothing. What it needs is inside of each function: the SDK may capture them one by one. */
module.exports = {
  check: async (olds, news) => ({ inputs: news }),
  diff: async (id, olds, news) => {
    const changes = Object.keys(news).some((key) => JSON.stringify(olds[key]) !== JSON.stringify(news[key]));
    return { changes };
  },
  create: async (inputs) => ({ id: "1", outs: inputs }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => {},
};
