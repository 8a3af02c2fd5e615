from web import route, serve


@route("/home")
def home():
    return page("home")


@route("/about")
def about():
    return page("about")


def page(name):
    return name


serve("/home")
serve("/about")
